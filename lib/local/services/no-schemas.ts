/** A schema compiler for a server whose routes have no schemas. */
const noCompiler = () => (): never => {
  throw new Error('The server of the emulator has no schemas');
};

// The value that `require` returns.
export { noCompiler as 'module.exports' };

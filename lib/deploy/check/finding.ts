/** Result of a check. A fault prevents a deployment or its use; a note needs a decision or a later step. */
export interface Finding {
  state: 'ok' | 'note' | 'fault';
  text: string;
  /** Remedy, as a sentence or a command. */
  remedy?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const note = (text: string, remedy: string): Finding => ({ state: 'note', text, remedy });
export const fault = (text: string, remedy: string): Finding => ({ state: 'fault', text, remedy });

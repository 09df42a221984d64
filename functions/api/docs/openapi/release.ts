/** Version of the release, as in package.json. The API's version is part of each path. */
export const RELEASE = '0.1.0';

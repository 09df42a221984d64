import { conflict, type ApiError } from '../../../platform/errors.ts';

/** 409: another request changed a user between the read and the write of this request. */
export const userChanged = (): ApiError =>
  conflict('user_changed', 'Another user has changed this meanwhile. Read it and try again.');

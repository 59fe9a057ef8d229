import type pg from 'pg'

/** Breaks a connection immediately. A regular close would wait for an answer, which a dead machine never sends. */
export const abortConnection = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()

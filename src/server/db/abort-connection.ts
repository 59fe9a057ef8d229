import type pg from 'pg'

/** Ends a connection at once: it may wait for a machine that says nothing more, and closing it in due form would wait as well. */
export const abortConnection = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()

import type pg from 'pg'

/** What `pg` gives a query of its own kind; its types leave out those of COPY. */
type Wire = {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

const SENT_AT_A_TIME = 64 * 1024

/**
 * Runs `copy … to stdout`, whose answer is held whole.
 * @returns the lines, and how many
 */
export const copyOut = (client: pg.ClientBase, text: string): Promise<{ lines: Buffer; rows: number }> =>
  new Promise((resolve, reject) => {
    const lines: Buffer[] = []
    // A message is a part of what was received last.
    const handleCopyData = ({ chunk }: { chunk: Buffer }) => void lines.push(Buffer.from(chunk))
    submit(client, text, { handleCopyData }, (rows) => resolve({ lines: Buffer.concat(lines), rows }), reject)
  })

/**
 * Runs `copy … from stdin`.
 * @returns how many rows came to be
 */
export const copyIn = (client: pg.ClientBase, text: string, lines: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const handleCopyInResponse = (wire: Wire) => {
      for (let at = 0; at < lines.length; at += SENT_AT_A_TIME)
        wire.sendCopyFromChunk(lines.subarray(at, at + SENT_AT_A_TIME))
      wire.endCopyFrom()
    }
    submit(client, text, { handleCopyInResponse }, resolve, reject)
  })

function submit(
  client: pg.ClientBase,
  text: string,
  more: object,
  done: (rows: number) => void,
  failed: (error: Error) => void,
) {
  let rows = 0
  const query = {
    submit: (wire: Wire) => wire.query(text),
    handleCommandComplete: ({ text: tag }: { text: string }) => (rows = Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0)),
    handleReadyForQuery: () => done(rows),
    handleError: failed,
    ...more,
  }
  client.query(query as unknown as pg.Submittable)
}

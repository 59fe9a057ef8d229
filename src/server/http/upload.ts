import '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid } from './problem.ts'

/** A file on its way in: the name is the sender's word, the type is decided by content. */
export type ReceivedFile = { name: string; stream: Readable }

/** @throws 422 when the request carries no file */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw invalid({ file: 'Choose a file' })
  // A file that is refused half way is still read to its end, unseen: a sender hears the refusal only when it has sent.
  part.file.once('close', () => part.file.readableEnded || request.raw.resume())
  return { name: part.filename, stream: part.file }
}

import type { MultipartFile } from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, malformed, tooLarge, type Refusal } from './problem.ts'

/** A file on its way in: the name is the sender's word, the type is decided by content. */
export type ReceivedFile = { name: string; stream: Readable }

type Parts = ReturnType<FastifyRequest['parts']>

/**
 * The one file of a form. Its stream ends when the whole form has arrived and held nothing else to store, and otherwise
 * in a refusal: what was sent in part, or beside another file, is never taken for whole.
 * @throws 422 when the request carries no file, 400 when it is no whole form
 */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  const parts = request.isMultipart() ? request.parts() : undefined
  const part = parts && (await firstFile(parts))
  if (!part) throw invalid({ file: 'Choose a file' })
  // A file that is refused half way is still read to its end, unseen: a sender hears the refusal only when it has sent.
  part.file.once('close', () => part.file.readableEnded || request.raw.resume())
  const stream = Readable.from(wholeOf(part, parts), { objectMode: false })
  return { name: part.filename, stream: stream.once('close', () => part.file.destroy()) }
}

async function firstFile(parts: Parts): Promise<MultipartFile | undefined> {
  for (let part = await next(parts); part; part = await next(parts)) if (part.type === 'file') return part
}

async function* wholeOf(part: MultipartFile, parts: Parts) {
  try {
    yield* part.file
  } catch (error) {
    throw explained(error)
  }
  if (part.file.truncated) throw tooLarge('The file is too large')
  while (await next(parts));
}

const next = async (parts: Parts) => {
  try {
    return (await parts.next()).value
  } catch (error) {
    throw explained(error)
  }
}

/** Why a form cannot be read, in words; its sender made it so. */
function explained(error: unknown): Refusal {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return invalid({ file: 'Send one file at a time' })
  if (code === 'FST_FIELDS_LIMIT') return malformed('The form has too many fields')
  return malformed('The file did not arrive whole')
}

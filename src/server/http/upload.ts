import type { MultipartFile } from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, malformed, tooLarge, type Refusal } from './problem.ts'

/** A file on its way in: the name is the sender's word, the type is decided by content. */
export type ReceivedFile = { name: string; stream: Readable }

/** A form with words and perhaps one file; of one that is too large, that it is. */
export type ReceivedForm = {
  fields: Record<string, string>
  file: { name: string; data: Buffer; isTooLarge: boolean } | undefined
}

/** A sender of whom nothing comes for so long is gone. */
const STALL_MS = 60_000

type Parts = ReturnType<FastifyRequest['parts']>

/**
 * The one file of a form. Its stream ends when the whole form has arrived and held nothing else to store, and otherwise
 * in a refusal: what was sent in part, or beside another file, is never taken for whole. A sender who stalls is cut off.
 * @throws 422 when the request carries no file, 400 when it is no whole form, 413 for more than `maxBytes`
 */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<ReceivedFile> {
  const parts = request.isMultipart() ? request.parts() : undefined
  const part = parts && (await firstFile(parts))
  if (!part) throw invalid({ file: 'Choose a file' })
  // A file that is refused half way is still read to its end, unseen: a sender hears the refusal only when it has sent.
  part.file.once('close', () => part.file.readableEnded || request.raw.resume())
  const stream = Readable.from(partsOf(request, part, parts, maxBytes), { objectMode: false })
  return { name: part.filename, stream: stream.once('close', () => part.file.destroy()) }
}

/**
 * A form that is taken whole: its fields, and its file of at most `maxBytes`.
 * @throws 400 when it is no whole form, 422 for a second file
 */
export async function receiveForm(request: FastifyRequest, maxBytes: number): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw malformed('Send a form (multipart/form-data)')
  const upTo = { limits: { fileSize: maxBytes }, throwFileSizeLimit: false }
  const parts = request.parts(upTo)
  const form: ReceivedForm = { fields: {}, file: undefined }
  for (let part = await next(parts); part; part = await next(parts)) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else {
      const data = await dataOf(part)
      // A file field that was left empty is sent by browsers as a file without a name.
      if (part.filename || data.length) form.file = { name: part.filename, data, isTooLarge: part.file.truncated }
    }
  }
  return form
}

async function dataOf({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of file) chunks.push(chunk as Buffer)
  } catch (error) {
    throw explained(error)
  }
  return Buffer.concat(chunks)
}

async function firstFile(parts: Parts): Promise<MultipartFile | undefined> {
  for (let part = await next(parts); part; part = await next(parts)) if (part.type === 'file') return part
}

async function* partsOf({ raw }: FastifyRequest, part: MultipartFile, parts: Parts, maxBytes: number) {
  const stalled = () => setTimeout(() => raw.destroy(new Error('Nothing came for too long')), STALL_MS)
  // Only the sender's time counts, not that of the store which takes the file.
  let waiting = stalled()
  try {
    for await (const chunk of part.file) {
      clearTimeout(waiting)
      yield chunk
      waiting = stalled()
    }
  } catch (error) {
    throw explained(error)
  } finally {
    clearTimeout(waiting)
  }
  if (part.file.truncated) throw tooLarge(`The file is too large: at most ${maxBytes / 1024 / 1024} MB are accepted`)
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

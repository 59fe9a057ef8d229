import type { MultipartFile } from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, malformed, tooLarge, type Refusal } from './problem.ts'

/** A file that is being received. The name is the sender's; the type is detected from the content. */
export type ReceivedFile = { name: string; stream: Readable }

/** A form with text fields and at most one file. `isTooLarge`: the file was cut off. */
export type ReceivedForm = {
  fields: Record<string, string>
  file: { name: string; data: Buffer; isTooLarge: boolean } | undefined
}

/** A sender that is silent for so long is disconnected. */
const STALL_MS = 60_000

type Parts = ReturnType<FastifyRequest['parts']>

/**
 * Receives the single file of a form as a stream. The stream ends after the complete form, and fails for a partial form
 * or a second file, so that neither is stored. A sender that stalls is disconnected.
 * @throws 422 without a file, 400 for an incomplete form, 413 above `maxBytes`
 */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<ReceivedFile> {
  const parts = request.isMultipart() ? request.parts() : undefined
  const part = parts && (await firstFile(parts))
  if (!part) throw invalid({ file: 'Choose a file' })
  // A rejected file is still read to its end, because a sender reads the error only after it has sent all.
  part.file.once('close', () => part.file.readableEnded || request.raw.resume())
  const stream = Readable.from(partsOf(request, part, parts, maxBytes), { objectMode: false })
  return { name: part.filename, stream: stream.once('close', () => part.file.destroy()) }
}

/**
 * Receives a complete form: its fields, and its file of up to `maxBytes`.
 * @throws 400 for an incomplete form, 422 for a second file
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
      // Browsers send an empty file field as a file without a name.
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
  const stalled = () => setTimeout(() => raw.destroy(new Error('The sender stalled')), STALL_MS)
  // Because only the sender's time counts, not the time of the store that reads the file.
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
  if (part.file.truncated) throw tooLarge(`The file is too large. The limit is ${maxBytes / 1024 / 1024} MB.`)
  while (await next(parts));
}

const next = async (parts: Parts) => {
  try {
    return (await parts.next()).value
  } catch (error) {
    throw explained(error)
  }
}

/** Turns an error of the form parser into one for the sender. */
function explained(error: unknown): Refusal {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return invalid({ file: 'Send one file at a time' })
  if (code === 'FST_FIELDS_LIMIT') return malformed('The form has too many fields')
  return malformed('The upload was interrupted. Try again.')
}

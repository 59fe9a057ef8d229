import { storeImage } from '#features/programming/media/server/public.ts'
import { invalid } from '#server/http/problem.ts'
import type { ReceivedForm } from '#server/http/upload.ts'
import type { ObjectStorage } from '#server/integrations/storage/port.ts'
import { loadSharp } from '#server/sharp.ts'
import { imageProblem, messages } from '../rules.ts'

/** Measures a file that came with a notification, by its content (operations 5). @throws 422 */
export async function checkImage({ data, isTooLarge }: NonNullable<ReceivedForm['file']>): Promise<void> {
  // Of one that is too large only the beginning is there, which tells its type.
  const measured = isTooLarge ? { bytes: Infinity, width: Infinity, height: Infinity } : await measure(data)
  const problem = imageProblem({ ...measured, type: typeOf(data) })
  if (problem) throw invalid({ file: problem })
}

/** Stores it as devices show it. @returns its address */
export const keepImage = async (storage: ObjectStorage, data: Buffer): Promise<string> => {
  const { url } = await storeImage(storage, data, 'image')
  return url
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const typeOf = (data: Buffer) =>
  data.subarray(0, 8).equals(PNG) ? 'image/png' : data.subarray(0, 3).equals(JPEG) ? 'image/jpeg' : ''

/** Upright, as it is shown: a phone's picture often lies on its side. */
async function measure(data: Buffer) {
  if (!typeOf(data)) return { bytes: data.length, width: 0, height: 0 }
  const sharp = await loadSharp()
  try {
    const { width, height } = (await sharp(data).metadata()).autoOrient
    return { bytes: data.length, width, height }
  } catch {
    throw invalid({ file: messages.imageDamaged })
  }
}

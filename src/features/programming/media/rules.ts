/** Videos that uploads accept: the ending of the stored file by its content type, which is decided by content. */
export const VIDEO_ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/matroska': 'mkv',
  'video/vnd.avi': 'avi',
  'video/quicktime': 'mov',
}

/** Endings of the pictures that pickers take (core 5, operations 5), and of those that some browsers alone can read. */
const PICTURE_FILES = ['png', 'gif', 'jpeg', 'jpg', 'webp', 'avif', 'tif', 'tiff']
const HEIC_FILES = ['heic', 'heif']
export const VIDEO_FILES = ['mp4', 'mkv', 'avi', 'mov']

export const endingOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const endingAt = (address: string): string => endingOf(address.split(/[?#]/)[0]!)

/** Whether a stored file's address is that of a video. */
export const isVideo = (address: string): boolean => VIDEO_FILES.includes(endingAt(address))

/** Which videos a browser plays is its own affair. */
export const notPlayed = (address: string): string =>
  `This browser cannot play this ${endingAt(address)} video. Use MP4 with H.264.`

export const NOT_A_PICTURE = 'Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image'
export const NO_MEDIA_FILE = `${NOT_A_PICTURE}, or an MP4, MKV, AVI or MOV video`
/** Only Safari reads them; its pickers send what it read. */
export const HEIC =
  'HEIC images are not supported in this browser. On an iPhone choose Settings > Camera > Formats > Most Compatible, or save the image as JPEG.'

/** As a file input has them. */
export const PICTURE_ACCEPT = [...PICTURE_FILES, ...HEIC_FILES].map((ending) => `.${ending}`)
export const VIDEO_ACCEPT = VIDEO_FILES.map((ending) => `.${ending}`)

type Named = { name: string; type: string }
export const isHeic = ({ name, type }: Named): boolean =>
  /^image\/hei[cf]/.test(type) || HEIC_FILES.includes(endingOf(name))
/** By what it is called: what it is the server decides. What was pasted may have no ending. */
export const isPictureFile = (file: Named): boolean =>
  PICTURE_FILES.includes(endingOf(file.name)) ||
  /^image\/(png|gif|jpeg|webp|avif|tiff)$/.test(file.type) ||
  isHeic(file)

/** Pictures of people: smaller than posters, and of the types that a phone or a scanner makes. */
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export const pictureMessages = {
  tooLarge: `Choose a picture of up to ${PICTURE_BYTES / 1024 / 1024} MB`,
  notOne: 'This file is not a PNG, JPEG, GIF, WebP or AVIF image',
} as const

/** Videos that uploads accept: the ending of the stored file by its content type, which is decided by content. */
export const VIDEO_ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/matroska': 'mkv',
  'video/vnd.avi': 'avi',
  'video/quicktime': 'mov',
}

/** What the pickers of banners and promotions take (operations 5). */
export const PICTURE_FILES = ['png', 'gif', 'jpeg', 'jpg']
export const VIDEO_FILES = ['mp4', 'mkv', 'avi', 'mov']

export const endingOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const endingAt = (address: string): string => endingOf(address.split(/[?#]/)[0]!)

/** Whether a stored file's address is that of a video. */
export const isVideo = (address: string): boolean => VIDEO_FILES.includes(endingAt(address))

/** Which videos a browser plays is its own affair. */
export const notPlayed = (address: string): string =>
  `This browser can't play this ${endingAt(address)} video. Use MP4 with H.264`

/** Pictures of people: smaller than posters, and of the types that a phone or a scanner makes. */
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const
export const pictureMessages = {
  tooLarge: `A picture has at most ${PICTURE_BYTES / 1024 / 1024} MB`,
  notOne: 'This file is not a PNG, JPEG or GIF image',
} as const

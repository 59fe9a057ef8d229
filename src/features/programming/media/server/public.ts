/** What other features use of this one: pictures are kept as files, so that there is no table. */
export { fetchImage } from './fetch.ts'
export { storePicture } from './pictures.ts'
export { storeImage, USES, type StoredImage, type AcceptedImages, type Use } from './images.ts'

import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { text } from '#contract/atoms.ts'

/** Image types that uploads accept, decided by content. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff'] as const
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024
export const UPLOADED = 'Uploaded image'
export const UPLOADED_VIDEO = 'Uploaded video'

const Url = z.string()

/**
 * Core 7, Uploads. Every image is re-encoded to a web size, a video is kept as it is; the address stays good as long as
 * the file is stored.
 */
export const media = endpoints('media', {
  uploadWithUrl: {
    method: 'POST',
    path: '/aws/s3/uploadWithUrl',
    permission: 'media:write',
    summary: 'Store a copy of an image from a web address',
    body: z.object({
      url: text(2000, 'URL is empty'),
      type: z._default(z.enum(['movieImage'], 'type must be movieImage'), 'movieImage'),
    }),
    reply: z.object({ url: Url }),
    says: UPLOADED,
    transaction: 'own',
  },
  uploadFileImage: {
    method: 'POST',
    path: '/aws/s3/uploadFileImage',
    permission: 'media:write',
    summary: 'Store an uploaded image (multipart, one file)',
    files: true,
    reply: z.object({ url: Url }),
    says: UPLOADED,
    transaction: 'own',
  },
  linkUpload: {
    method: 'POST',
    path: '/file/link-upload',
    permission: 'media:write',
    summary: 'Store a copy of an image from a link and return its new address',
    body: z.object({ downloadLink: text(2000, 'URL is empty') }),
    reply: Url,
    says: UPLOADED,
    transaction: 'own',
  },
  upload: {
    method: 'POST',
    path: '/file/upload',
    permission: 'media:write',
    summary: 'Store an uploaded image or video (multipart, field file) and return its address',
    files: true,
    reply: Url,
    says: UPLOADED,
    transaction: 'own',
  },
  file: {
    method: 'GET',
    path: '/files/{name}',
    permission: 'public',
    summary:
      'Get a stored file or a range of it, or a redirect to the store (302). With a place: a WebP picture in that size. Files never change, so they can be cached.',
    params: z.object({ name: z.string() }),
    query: z.object({
      place: z.optional(z.enum(['poster', 'square', 'wide'], 'place must be poster, square or wide')),
    }),
    stream: 'application/octet-stream',
    transaction: 'own',
  },
})

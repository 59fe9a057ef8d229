import type { S3Settings } from '../../env.ts'

/** The address of a stored file, or of the bucket for no name: endpoint/bucket/name, or bucket.endpoint/name. */
export function addressInBucket({ endpoint, bucket, style }: S3Settings, name = ''): URL {
  const url = new URL(endpoint)
  const base = url.pathname.replace(/\/$/, '')
  if (style === 'virtual-host') url.hostname = `${bucket}.${url.hostname}`
  const inBucket = style === 'path' ? `${bucket}/` : ''
  url.pathname = `${base}/${inBucket}${encodeURIComponent(name)}`
  return url
}

/** The origin that browsers read stored files from. */
export const originOfFiles = (settings: S3Settings) =>
  new URL(settings.publicUrl ?? addressInBucket(settings).href).origin

import type { S3Settings } from '../../env.ts'

/** Returns the address of a file, or of the bucket without a name: endpoint/bucket/name or bucket.endpoint/name. */
export function addressInBucket({ endpoint, bucket, style }: S3Settings, name = ''): URL {
  const url = new URL(endpoint)
  const base = url.pathname.replace(/\/$/, '')
  if (style === 'virtual-host') url.hostname = `${bucket}.${url.hostname}`
  const inBucket = style === 'path' ? `${bucket}/` : ''
  url.pathname = `${base}/${inBucket}${encodeURIComponent(name)}`
  return url
}

/** Returns the origin from which browsers read files. */
export const originOfFiles = (settings: S3Settings) =>
  new URL(settings.publicUrl ?? addressInBucket(settings).href).origin

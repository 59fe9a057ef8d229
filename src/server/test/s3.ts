import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import type { S3Settings } from '../env.ts'
import { peer, type Peer } from './peer.ts'

/** The store's host, when it is spoken to in virtual-host style: `bucket.s3.store.example`. */
export const S3_HOST = 's3.store.example'
const SERVICE = 'store.example'
const BUCKET = 'cinema-files'

/** An S3-compatible store on this machine, with a bucket. It knows one key and does not check signatures. */
export type S3Peer = Peer & {
  settings: S3Settings
  /** Names of the files in the bucket. */
  files: () => Promise<string[]>
  /** Names of the uploads that were neither completed nor aborted. */
  unfinished: () => Promise<string[]>
}

export async function s3Peer(): Promise<S3Peer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marquee-s3-'))
  const s3 = new S3rver({ directory, silent: true, serviceEndpoint: SERVICE, configureBuckets: [{ name: BUCKET }] })
  await s3.configureBuckets()
  const uploads = s3.store.getResourcePath(BUCKET, '', 'uploads')
  writesCompleteFiles(s3, uploads)
  abortsUploads(s3, uploads)
  const server = await peer(s3.callback())
  const names = (folder: string) => readdir(folder).catch(() => [] as string[])
  const closePeer = server.close
  return Object.assign(server, {
    settings: {
      endpoint: server.url,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      style: 'path' as const,
      publicUrl: undefined,
    },
    files: async () =>
      (await names(path.join(directory, BUCKET))).flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []),
    unfinished: async () =>
      Promise.all((await names(uploads)).map((id) => readFile(path.join(uploads, id, 'key'), 'utf8'))),
    close: async () => {
      await closePeer()
      await rm(directory, { recursive: true })
    },
  })
}

/** s3rver answers before its file is written, and keeps one whose sender went away; a real store does neither. */
function writesCompleteFiles({ store }: S3rver, uploads: string) {
  const write = async (file: string, content: Readable) => {
    const temporary = `${file}.${randomUUID()}`
    const hash = createHash('md5')
    let size = 0
    try {
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      await pipeline(content, counted, createWriteStream(temporary))
      await rename(temporary, file)
    } finally {
      await rm(temporary, { force: true })
    }
    return { size, md5: hash.digest('hex') }
  }
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const stored = await write(store.getResourcePath(bucket, key, 'object'), content)
    await store.putMetadata(bucket, key, metadata, stored.md5)
    return stored
  }
  store.putPart = async (_bucket, uploadId, partNumber, content) => {
    const file = path.join(uploads, uploadId, partNumber)
    const stored = await write(file, content)
    await writeFile(`${file}.md5`, stored.md5)
    return stored
  }
}

/** AbortMultipartUpload, which s3rver does not know. */
function abortsUploads(s3: S3rver, uploads: string) {
  s3.middleware.unshift(async (context, next) => {
    const { uploadId } = context.query
    if (context.method !== 'DELETE' || !uploadId) return next()
    await rm(path.join(uploads, path.basename(uploadId)), { recursive: true, force: true })
    context.status = 204
  })
}

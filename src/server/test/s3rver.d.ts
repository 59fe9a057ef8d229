/** What the tests use of s3rver, which has no types of its own. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { Readable } from 'node:stream'

  type StoredObject = { bucket: string; key: string; content: Readable; metadata: Record<string, string> }
  type Stored = { size: number; md5: string }
  type Context = { method: string; path: string; query: Record<string, string>; status: number }

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      serviceEndpoint: string
      configureBuckets: { name: string }[]
    })
    configureBuckets(): Promise<void>
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    store: {
      putObject(object: StoredObject): Promise<Stored>
      putPart(bucket: string, uploadId: string, partNumber: string, content: Readable): Promise<Stored>
      putMetadata(bucket: string, key: string, metadata: Record<string, string>, md5: string): Promise<void>
      getResourcePath(bucket: string, key: string, resource: string): string
    }
  }
}

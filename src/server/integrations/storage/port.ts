import type { Readable } from 'node:stream'

export type StoredFile = { body: Readable; bytes: number; type: string }

/** Keeps files under names; a name is never given new content. All of it throws IntegrationError (503) when it fails. */
export interface ObjectStorage {
  readonly kind: 'embedded' | 's3'
  /** Stores a file whole or not at all; a name that is there already is left as it is. */
  put(name: string, body: Buffer | Readable, type: string): Promise<void>
  get(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  /** Where a browser fetches it. */
  url(name: string): string
  /**
   * For a store that only a key can read: the address that a browser is sent on to, good for an hour at least; undefined
   * when there is no such file. The other stores hand their files out through `get`.
   */
  signedUrl?(name: string): Promise<string | undefined>
  /** Stores, reads and removes a tiny file. @returns what it found, in words for staff */
  test(): Promise<string>
}

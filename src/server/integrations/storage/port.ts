import type { Readable } from 'node:stream'

/** A part of a file: the places of its first and last byte. */
export type Slice = { start: number; end: number }
/** `bytes` is the size of the whole file, of which `body` is the slice, where there is one. */
type StoredFile = { body: Readable; bytes: number; type: string; slice?: Slice }

/** `etag` is the store's own word for what is in the file, where it has one. */
export type Listed = { name: string; bytes: number; etag?: string }

/** Keeps files under names; a name is never given new content. All of it throws IntegrationError (503) when it fails. */
export interface ObjectStorage {
  readonly kind: 'embedded' | 's3'
  /** Stores a file whole or not at all; a name that is there already is left as it is. */
  put(name: string, body: Buffer | Readable, type: string): Promise<void>
  /** @param part chooses a slice by the file's size; a store may give the whole file all the same */
  get(name: string, part?: (bytes: number) => Slice | undefined): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  /** All that is stored, in no order; what comes or goes meanwhile may be in it or not. */
  list(): AsyncIterable<Listed>
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

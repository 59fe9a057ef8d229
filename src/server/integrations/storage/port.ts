import type { Readable } from 'node:stream'

/** Part of a file: its first and last byte. */
export type Slice = { start: number; end: number }
/** Stored file. `bytes` is the size of the complete file; `body` is only the slice if there is one. */
type StoredFile = { body: Readable; bytes: number; type: string; slice?: Slice }

/** Entry of a list. `etag` is the store's checksum of the content, if any. */
export type Listed = { name: string; bytes: number; etag?: string }

/**
 * Store of files with names; a name never gets new content. All functions throw IntegrationError (503) when they fail.
 */
export interface ObjectStorage {
  readonly kind: 'embedded' | 's3'
  /** Stores a file completely or not at all; keeps the file of a used name. */
  put(name: string, body: Buffer | Readable, type: string): Promise<void>
  /** @param part chooses a slice by the size of the file; a store may return the complete file instead */
  get(name: string, part?: (bytes: number) => Slice | undefined): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  /** Lists all stored files, in any order. Files stored or removed meanwhile may be included. */
  list(): AsyncIterable<Listed>
  /** Returns the address for browsers. */
  url(name: string): string
  /**
   * Returns a signed address for a browser, valid for at least an hour; undefined: no such file. Only for a store that
   * requires a key; other stores send files through `get`.
   */
  signedUrl?(name: string): Promise<string | undefined>
  /** Tests the store with a small file. @returns the result, worded for staff */
  test(): Promise<string>
}

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM what is needed again as plain text, bound to its place, so that a copy elsewhere does not
 * decrypt.
 */
export type Sealing = {
  seal: (text: string, place: Buffer) => Buffer
  /** @throws Error if it was encrypted with another key or for another place, or changed */
  open: (sealed: Buffer, place: Buffer) => string
}

/** Derives a key for one use, which reveals neither the material nor the keys of other uses. */
export const derivedKey = (material: string, salt: string, use: string): KeyObject =>
  // A key object, because a key in bytes is prepared again each time, which takes longer than the encryption.
  createSecretKey(Buffer.from(hkdfSync('sha256', material, salt, use, KEY_BYTES)))

export const sealingWith = (key: KeyObject): Sealing => ({
  seal: (text, place) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(place)
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  open: (sealed, place) => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(place).setAuthTag(sealed.subarray(-TAG_BYTES))
    return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  },
})

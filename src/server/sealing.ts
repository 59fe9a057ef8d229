import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM for what is needed again in clear, bound to its place: what is moved to another one does not open. */
export type Sealing = {
  seal: (text: string, place: Buffer) => Buffer
  /** @throws Error when it was sealed with another key or for another place, or changed */
  open: (sealed: Buffer, place: Buffer) => string
}

/** A key for one use, from which neither the material nor another use's key follows. */
export const derivedKey = (material: string, salt: string, use: string): KeyObject =>
  // Key objects: a key that is given as bytes is made anew each time, which takes longer than all the rest.
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

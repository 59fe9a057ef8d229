export { KEY_FILE } from './keys.ts'

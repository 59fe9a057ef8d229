export { Select } from '@mantine/core'

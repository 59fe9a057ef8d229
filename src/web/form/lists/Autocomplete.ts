export { Autocomplete } from '@mantine/core'

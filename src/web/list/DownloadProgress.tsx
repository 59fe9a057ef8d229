import { Progress } from '@mantine/core'

/** @param share of the file that is here, 0 to 1 */
export default function DownloadProgress({ share }: { share: number }) {
  return <Progress value={share * 100} w={72} aria-label="Download" />
}

import { Progress } from '@mantine/core'

/** @param share share of the file received, 0–1 */
export default function DownloadProgress({ share }: { share: number }) {
  return <Progress value={share * 100} w={72} aria-label="Download" />
}

import styles from './Skeleton.module.css'

type Props = { height?: number | string; width?: number | string; radius?: number }

/** Placeholder for loading content, shown only when loading takes a while. */
export const Skeleton = ({ height = 14, width = '100%', radius = 6 }: Props) => (
  <span className={styles.skeleton} style={{ height, width, borderRadius: radius }} aria-hidden />
)

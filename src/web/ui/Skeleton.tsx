import styles from './Skeleton.module.css'

type Props = { height?: number | string; width?: number | string; radius?: number }

/** A still place for something that is on its way. It shows only when that takes a while. */
export const Skeleton = ({ height = 14, width = '100%', radius = 6 }: Props) => (
  <span className={styles.skeleton} style={{ height, width, borderRadius: radius }} aria-hidden />
)

import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Props = {
  /** The form's own, with `columns` and `fields`. */
  styles: Readonly<Record<string, string>>
  title: string
  previewHeight: number
}

/** In the shape of a form and its preview, while the record is fetched. */
export const FormBones = ({ styles, title, previewHeight }: Props) => (
  <div className={styles.columns}>
    <Card title={title}>
      <div className={styles.fields}>
        <Skeleton height={36} />
        <Skeleton height={84} />
        <Skeleton height={36} />
      </div>
    </Card>
    <Card title="Preview">
      <Skeleton height={previewHeight} />
    </Card>
  </div>
)

import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import layout from './layout.module.css'

type Props = {
  title: string
  previewHeight: number
}

/** Skeleton of a form and its preview, while the record loads. */
export const FormSkeleton = ({ title, previewHeight }: Props) => (
  <div className={layout.columns}>
    <Card title={title}>
      <div className={layout.fields}>
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

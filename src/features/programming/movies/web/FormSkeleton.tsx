import { Pair } from '#web/form/Pair.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import layout from '#web/form/layout.module.css'

/** The form's shape while its record is fetched. */
export function FormSkeleton() {
  return (
    <Page title="Movie" isLoading back>
      <div className={layout.fields}>
        <Skeleton height={74} />
        <div className={layout.columns} data-room="less">
          <Card title="Overview">
            <div className={layout.fields}>
              <Skeleton height={36} />
              <Skeleton height={100} />
              <Skeleton height={36} />
            </div>
          </Card>
          <Card title="Media">
            <Pair>
              <Skeleton height={220} />
              <Skeleton height={220} />
            </Pair>
          </Card>
        </div>
      </div>
    </Page>
  )
}

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createQueryClient } from '#web/api/queries.ts'
import { FeaturesProvider } from '#web/features.ts'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import type { ScreenAt } from '#web/screens.ts'
import { features } from '../../web-features.ts'
import { screens } from '../screens.ts'

/** A call that a screen asks for: its feature, its name and what it carries. */
export type DrawnRequest = [feature: string, name: string, args: { params?: object; query?: object }]

export { screens }

/** Draws a screen once, without a browser, as it is before anything has been answered. @returns what it asks for */
export async function draw({ path, load }: ScreenAt): Promise<DrawnRequest[]> {
  const client = createQueryClient()
  const root = createRootRoute()
  const screen = createRoute({
    getParentRoute: () => root,
    path: `/dashboard/${path}`,
    component: (await load()) as () => ReactNode,
  })
  const router = createRouter({
    routeTree: root.addChildren([screen]),
    history: createMemoryHistory({ initialEntries: [`/dashboard/${path.replaceAll(/\$\w+/g, '1')}`] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  renderToString(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <FeaturesProvider value={features}>
          <RouterProvider router={router as never} />
        </FeaturesProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const queries = client.getQueryCache().getAll()
  return queries
    .filter(({ options }) => (options as { enabled?: boolean }).enabled !== false)
    .map(({ queryKey }) => queryKey as unknown as DrawnRequest)
}

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { config } from './config.ts'
import { DEFAULT_SCHEME } from './scheme.ts'
import { cssVariablesResolver, schemeManager, theme } from './theme.ts'

/** Provides what Mantine's components need. The sign-in pages do without them (docs/adr/0003-light-sign-in.md). */
export const Ground = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={schemeManager}
    defaultColorScheme={DEFAULT_SCHEME}
    deduplicateCssVariables={false}
    withStaticClasses={false}
    withGlobalClasses={false}
    getStyleNonce={() => config.nonce}
  >
    {children}
  </MantineProvider>
)

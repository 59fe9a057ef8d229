import { createContext, useContext, useMemo } from 'react'
import type { NavEntry, WebFeature } from './feature.ts'

/** The features that are registered (src/app/web-features.ts), for the screens that show what each of them has. */
const Features = createContext<readonly WebFeature[]>([])
export const FeaturesProvider = Features.Provider
export const useFeatures = () => useContext(Features)

/** What they put into the sidebar. */
export const navOf = (features: readonly WebFeature[]): NavEntry[] => features.flatMap(({ nav = [] }) => nav)

export function useNav(): NavEntry[] {
  const features = useFeatures()
  return useMemo(() => navOf(features), [features])
}

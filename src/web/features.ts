import { createContext, useContext, useMemo } from 'react'
import type { NavEntry, WebFeature } from './feature.ts'

/** Registered features (src/app/web-features.ts), for screens that show parts of them. */
const Features = createContext<readonly WebFeature[]>([])
export const FeaturesProvider = Features.Provider
export const useFeatures = () => useContext(Features)

/** Returns the sidebar entries of the features. */
export const navOf = (features: readonly WebFeature[]): NavEntry[] => features.flatMap(({ nav = [] }) => nav)

export function useNav(): NavEntry[] {
  const features = useFeatures()
  return useMemo(() => navOf(features), [features])
}

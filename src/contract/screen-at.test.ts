import { expect, it } from 'vitest'
import { screenAt } from './screen-at.ts'

const screens = ['movies', 'movies/$id', 'movies/coming-soon', 'movies/edit-entry/$id'].map((path) => ({ path }))

it.each([
  ['/dashboard/movies', 'movies'],
  ['/dashboard/movies/', 'movies'],
  ['/dashboard/movies/7', 'movies/$id'],
  ['/dashboard/movies/coming-soon', 'movies/coming-soon'],
  ['/dashboard/movies/edit-entry/7', 'movies/edit-entry/$id'],
  ['/dashboard/movies/edit-entry/7/more', undefined],
  ['/dashboard', undefined],
])('finds for %s the screen %s', (pathname, path) => {
  expect(screenAt(screens, pathname)?.path).toBe(path)
})

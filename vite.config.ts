import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { API_BASE } from './src/contract/base.ts'
import { early } from './src/web/build/early.ts'

/** In development the page comes from here, so it is filled in as the server does it. */
const settings: Plugin = {
  name: 'marquee-settings',
  apply: 'serve',
  transformIndexHtml: async (page) => {
    const [{ parseEnv }, { settingsOf }] = await Promise.all([
      import('./src/server/env.ts'),
      import('./src/server/http/web.ts'),
    ])
    return page.replace('<!--settings-->', settingsOf(parseEnv(process.env), { mailIsKept: true }))
  },
}

export default defineConfig({
  plugins: [react(), settings, early()],
  build: {
    outDir: 'dist/web',
    // The page's policy lets fonts and images come from files only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { [API_BASE]: `http://127.0.0.1:${process.env.PORT || 4400}` } },
})

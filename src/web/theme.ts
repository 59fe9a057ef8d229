import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { byTerms } from './form/by-terms.ts'
import { SCHEME_KEY } from './scheme.ts'
import controls from './styles/controls.module.css'

const purple: MantineColorsTuple = [
  '#f3efff',
  '#e2d9ff',
  '#cbbcff',
  '#b7a4ff',
  '#a08aff',
  '#8d70f5',
  '#7c5cf0',
  '#6d4ce6',
  '#5b3bd1',
  '#4a2fb0',
]
/** Mantine's dark shades, from text to background (styles/tokens.css). */
const dark: MantineColorsTuple = [
  '#efecf7',
  '#c9c3d8',
  '#aaa3bd',
  '#918aa8',
  '#2a2539',
  '#241f32',
  '#15121d',
  '#0e0c14',
  '#0b0910',
  '#08070c',
]

/** Mantine's greys with a trace of purple: backgrounds and lines of the light theme. */
const gray: MantineColorsTuple = [
  '#f9f8fc',
  '#f3f0fa',
  '#e8e4f0',
  '#dad4e7',
  '#c3bbd6',
  '#a49bbb',
  '#7f7697',
  '#5a5370',
  '#3a3450',
  '#1b1726',
]

/** Element in the page's main part that holds dialogs and dropdowns. The shell renders it. */
export const OVERLAYS = 'overlays'

/** Transition of lists and menus. */
const POP = { transition: 'pop', duration: 120 } as const
/** Overlay between a dialog and its page. */
const SHADE = { color: 'var(--shade)', backgroundOpacity: 1 }

export const theme = createTheme({
  colors: { purple, violet: purple, dark, gray },
  primaryColor: 'purple',
  primaryShade: 6,
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '28px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  activeClassName: '',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { fw: 550 },
      classNames: { root: controls.button },
      vars: (_theme: unknown, { size = 'sm' }: { size?: string }) => ({
        root: size === 'sm' ? { '--button-height': '34px', '--button-padding-x': '14px' } : {},
      }),
    },
    // As high as the button next to it.
    Input: {
      classNames: { input: controls.input },
      vars: (_theme: unknown, { size = 'sm' }: { size?: string }) => ({
        wrapper: size === 'sm' ? { '--input-height': '34px' } : {},
      }),
    },
    Checkbox: { classNames: { input: controls.box } },
    Radio: { classNames: { radio: controls.box } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    InputWrapper: {
      classNames: { label: controls.label, error: controls.error, description: controls.description },
    },
    PasswordInput: {
      classNames: { visibilityToggle: controls.toggle },
      // The name does not contain the field's, so that each is found by its own.
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show what you typed', tabIndex: 0 } },
    },
    Portal: { defaultProps: { target: `#${OVERLAYS}` } },
    Pill: { classNames: { root: controls.pill } },
    Modal: {
      classNames: { content: controls.surface, header: controls.surface, inner: controls.inner },
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: SHADE,
        transitionProps: { transition: 'pop', duration: 140 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      classNames: { content: controls.surface, header: controls.surface, inner: controls.inner },
      defaultProps: {
        padding: 'lg',
        overlayProps: SHADE,
        transitionProps: { duration: 160 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Menu: {
      defaultProps: {
        radius: 'md',
        shadow: 'md',
        transitionProps: POP,
        withInitialFocusPlaceholder: false,
      },
    },
    // Because a hidden list first appears at its old position, and then moves from under the pointer.
    Combobox: {
      defaultProps: {
        keepMounted: false,
        floatingStrategy: 'fixed',
        transitionProps: POP,
      },
    },
    Select: { defaultProps: { filter: byTerms } },
    MultiSelect: { defaultProps: { filter: byTerms } },
    Autocomplete: { defaultProps: { filter: byTerms } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: POP } },
  },
})

/** Mantine's names for our tokens. The tokens change with the theme, so both themes use the same names. */
const names = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--raised)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--raised)',
  '--mantine-color-disabled-color': 'var(--faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-light': 'var(--primary-soft)',
  '--mantine-primary-color-light-hover': 'var(--primary-soft)',
  '--mantine-primary-color-light-color': 'var(--primary-text)',
  '--mantine-color-purple-filled': 'var(--primary)',
  '--mantine-color-purple-filled-hover': 'var(--primary-hover)',
  '--mantine-color-purple-light': 'var(--primary-soft)',
  '--mantine-color-purple-light-hover': 'var(--primary-soft)',
  '--mantine-color-purple-light-color': 'var(--primary-text)',
  '--mantine-color-violet-light': 'var(--primary-soft)',
  '--mantine-color-violet-light-hover': 'var(--primary-soft)',
  '--mantine-color-violet-light-color': 'var(--primary-text)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bad-fill-hover)',
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-red-light-hover': 'var(--bad-soft)',
  '--mantine-color-red-light-color': 'var(--bad)',
  '--mantine-color-yellow-light': 'var(--warn-soft)',
  '--mantine-color-yellow-light-hover': 'var(--warn-soft)',
  '--mantine-color-yellow-light-color': 'var(--warn)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, dark: names, light: names })

export const schemeManager = localStorageColorSchemeManager({ key: SCHEME_KEY })

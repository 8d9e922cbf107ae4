import { createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eaf5f2',
  '#d3e8e2',
  '#a8d3c8',
  '#7bbdad',
  '#55a997',
  '#38937f',
  '#1f7a68',
  '#0f5f52',
  '#0b4b41',
  '#073830',
]

/** Greys with a breath of the same green, so that surfaces and ink belong together. */
const dark: MantineColorsTuple = [
  '#e6efec',
  '#c5d3cf',
  '#a3b4af',
  '#7f938d',
  '#3d4e49',
  '#2b3936',
  '#1b2624',
  '#151e1c',
  '#111917',
  '#0c1210',
]

/** White words on a button of it can be read (WCAG 1.4.3), which the usual red is too bright for. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#f05252',
  '#d32f2f',
  '#c92a2a',
  '#b02525',
  '#9c1f1f',
]

const roomy = { size: 'md' } as const

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, dark, red },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily:
    "'Rubik Variable', var(--cw-own-script), system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif",
  headings: {
    fontFamily: 'inherit',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  // Named, not imported: `Select.extend()` would put the select, its list and its popover on the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 44 } },
    Button: { defaultProps: roomy },
    TextInput: { defaultProps: roomy },
    PasswordInput: { defaultProps: roomy },
    NumberInput: { defaultProps: roomy },
    DateInput: { defaultProps: roomy },
    TimeInput: { defaultProps: roomy },
    Textarea: { defaultProps: roomy },
    TagsInput: { defaultProps: roomy },
    MultiSelect: { defaultProps: roomy },
    Select: { defaultProps: { ...roomy, allowDeselect: false } },
    // Hidden, it has no width, is placed anew in the middle, widens a phone's page and is hidden again: a list that flickers for ever.
    Popover: { defaultProps: { hideDetached: false } },
    Menu: { defaultProps: { shadow: 'lg', withinPortal: true } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
  },
})

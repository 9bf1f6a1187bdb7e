import { Icon, type IconProps } from '../icon.tsx'

export const UserPlus = (props: IconProps) => (
  <Icon {...props}>
    <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2" />
    <circle cx="9" cy="7" r="4" />
    <path d="M19 8v6m3-3h-6" />
  </Icon>
)

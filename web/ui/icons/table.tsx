import { Icon, type IconProps } from '../icon.tsx'

export const Table = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3v18" />
    <rect width="18" height="18" x="3" y="3" rx="2" />
    <path d="M3 9h18M3 15h18" />
  </Icon>
)

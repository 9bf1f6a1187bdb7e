import { Icon, type IconProps } from '../icon.tsx'

export const LogIn = (props: IconProps) => (
  <Icon {...props}>
    <path d="m10 17l5-5l-5-5m5 5H3m12-9h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4" />
  </Icon>
)

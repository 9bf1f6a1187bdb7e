import { Icon, type IconProps } from '../icon.tsx'

export const ChartNoAxesColumn = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 21v-6m7 6V3m7 18V9" />
  </Icon>
)

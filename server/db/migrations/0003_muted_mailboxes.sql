CREATE TABLE "muted_mailboxes" (
	"mailbox_digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

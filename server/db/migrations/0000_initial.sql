-- The whole schema. Tables, constraints and indexes are written by a command. What the command does not know is written
-- by hand: first what the tables need, and after the tables the functions and triggers by subject.

-- Finds similar words, so that the search corrects misspelled ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The default of orders.number, such as K7M3-2QRD. A function keeps the plan of its query. One that was made while the
-- table was empty would read the whole table for each new order, so sequential scans are off.
CREATE FUNCTION "new_order_number"() RETURNS text LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  letters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea;
  candidate text;
BEGIN
  LOOP
    -- These bytes of a UUID are random; bytes 6 and 8 hold its version and variant.
    bytes := uuid_send(gen_random_uuid());
    candidate := substr(letters, get_byte(bytes, 0) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 1) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 2) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 3) % 30 + 1, 1) ||
      '-' ||
      substr(letters, get_byte(bytes, 10) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 11) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 12) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 13) % 30 + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT 1 FROM "orders" WHERE "number" = candidate);
  END LOOP;
  RETURN candidate;
END $$;

-- Written by `npm run db:generate` from server/db/schema, down to the next such line.

CREATE TABLE "account_tokens" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "purpose" text NOT NULL,
  "token_hash" text NOT NULL,
  "new_email" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "used_at" timestamp with time zone,
  CONSTRAINT "account_tokens_tokenHash_unique" UNIQUE("token_hash")
);

CREATE TABLE "devices" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "token_hash" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
  "trusted_until" timestamp with time zone,
  CONSTRAINT "devices_userId_tokenHash_unique" UNIQUE("user_id","token_hash")
);

CREATE TABLE "former_usernames" (
  "username_hash" text PRIMARY KEY NOT NULL,
  "user_id" integer,
  "given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "identities" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "provider" text NOT NULL,
  "issuer" text NOT NULL,
  "subject" text NOT NULL,
  "email" text NOT NULL,
  "email_verified" boolean NOT NULL,
  "is_authoritative" boolean DEFAULT false NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "identities_issuer_subject_unique" UNIQUE("issuer","subject"),
  CONSTRAINT "identities_userId_provider_unique" UNIQUE("user_id","provider")
);

CREATE TABLE "oauth_states" (
  "state_hash" text PRIMARY KEY NOT NULL,
  "browser_hash" text NOT NULL,
  "purpose" text NOT NULL,
  "session_id" integer,
  "encrypted_secrets" text NOT NULL,
  "return_to" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "profiles" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "username" text NOT NULL,
  "bio" text,
  "address" text,
  "date_of_birth" text,
  "gender" text,
  "phone_number" text,
  "profile_picture_key" text,
  "other_media_link" text,
  "twitter" text,
  "linked_in" text,
  "facebook" text,
  "webpage" text,
  "display_name" text,
  "contact_email" text,
  "confirmed_contact_email" text,
  "whatsapp" text,
  "instagram" text,
  "tiktok" text,
  "youtube" text,
  CONSTRAINT "profiles_userId_unique" UNIQUE("user_id"),
  CONSTRAINT "profiles_username_unique" UNIQUE("username"),
  CONSTRAINT "profiles_username_form" CHECK ("profiles"."username" ~ '^[a-z0-9]{3,20}$')
);

CREATE TABLE "rate_limits" (
  "key" text PRIMARY KEY NOT NULL,
  "count" integer NOT NULL,
  "reset_at" timestamp with time zone NOT NULL,
  "not_before" timestamp with time zone
);

CREATE TABLE "security_events" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer,
  "kind" text NOT NULL,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  "place" text,
  "user_agent" text
);

CREATE TABLE "sessions" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "token_hash" text NOT NULL,
  "ip" text,
  "user_agent" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
  "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
  "factor_confirmed_at" timestamp with time zone,
  CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);

CREATE TABLE "used_captchas" (
  "digest" text PRIMARY KEY NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "user_roles" (
  "user_id" integer NOT NULL,
  "role" text NOT NULL,
  CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);

CREATE TABLE "users" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "email" text NOT NULL,
  "password_hash" text,
  "verified_at" timestamp with time zone,
  "language_preference" text DEFAULT 'SPA' NOT NULL,
  "theme_preference" text DEFAULT 'system' NOT NULL,
  "suspended_at" timestamp with time zone,
  "suspension_reason" text,
  "sales_closed_at" timestamp with time zone,
  "closed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "last_login_at" timestamp with time zone,
  "login_count" integer DEFAULT 0 NOT NULL,
  "second_factor_since" timestamp with time zone,
  "second_factor_offer_dismissed_at" timestamp with time zone,
  CONSTRAINT "users_email_unique" UNIQUE("email")
);

CREATE TABLE "admin_actions" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "admin_id" integer,
  "action" text NOT NULL,
  "target" text NOT NULL,
  "target_id" text NOT NULL,
  "reason" text,
  "at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "product_reports" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "reason" text NOT NULL,
  "detail" text,
  "email" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "closed_at" timestamp with time zone,
  "outcome" text
);

CREATE TABLE "testimonials" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "name" text NOT NULL,
  "trade" text NOT NULL,
  "quote" text NOT NULL,
  "language" text NOT NULL,
  "seller_id" integer,
  "hidden" boolean DEFAULT false NOT NULL,
  "is_sample" boolean DEFAULT false NOT NULL,
  "position" integer NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "availability_requests" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "email" text NOT NULL,
  "language" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "availability_requests_productId_email_unique" UNIQUE("product_id","email")
);

CREATE TABLE "bumps" (
  "product_id" integer PRIMARY KEY NOT NULL,
  "offered_id" integer NOT NULL,
  "percent" integer NOT NULL,
  CONSTRAINT "bumps_terms" CHECK ("bumps"."percent" between 0 and 90 and "bumps"."offered_id" <> "bumps"."product_id")
);

CREATE TABLE "categories" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "slug" text NOT NULL,
  "name_es" text NOT NULL,
  "name_en" text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);

CREATE TABLE "edition_files" (
  "edition_id" integer NOT NULL,
  "slot_id" integer NOT NULL,
  "file_id" integer NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT "edition_files_edition_id_slot_id_pk" PRIMARY KEY("edition_id","slot_id")
);

CREATE TABLE "pack_parts" (
  "pack_id" integer NOT NULL,
  "product_id" integer NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT "pack_parts_pack_id_product_id_pk" PRIMARY KEY("pack_id","product_id")
);

CREATE TABLE "product_counts" (
  "category_id" integer NOT NULL,
  "subcategory_id" integer NOT NULL,
  "file_type" text NOT NULL,
  "is_price_dynamic" boolean NOT NULL,
  "delta" integer NOT NULL
);

CREATE TABLE "product_editions" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "number" integer NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_editions_productId_number_unique" UNIQUE("product_id","number")
);

CREATE TABLE "product_files" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "slot_id" integer NOT NULL,
  "version" integer NOT NULL,
  "storage_key" text NOT NULL,
  "file_name" text NOT NULL,
  "type" text NOT NULL,
  "mime" text NOT NULL,
  "size_bytes" bigint NOT NULL,
  "sha256" text NOT NULL,
  "crc32" bigint NOT NULL,
  "pages" integer,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "published_at" timestamp with time zone,
  "released_at" timestamp with time zone,
  "superseded_at" timestamp with time zone,
  "uncounted_at" timestamp with time zone,
  "scan_state" text,
  "scanned_at" timestamp with time zone,
  "scan_refusal" text,
  "scan_signature" text,
  "on_sale_at" timestamp with time zone,
  CONSTRAINT "product_files_storageKey_unique" UNIQUE("storage_key"),
  CONSTRAINT "product_files_productId_version_unique" UNIQUE("product_id","version")
);

CREATE TABLE "product_previews" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "image_key" text NOT NULL,
  "position" integer,
  "edited_position" integer,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_previews_imageKey_unique" UNIQUE("image_key"),
  CONSTRAINT "product_previews_position"
    CHECK ("product_previews"."position" is not null or "product_previews"."edited_position" is not null)
);

CREATE TABLE "product_prices" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "price" integer NOT NULL,
  "asked_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "product_samples" (
  "slot_id" integer PRIMARY KEY NOT NULL,
  "product_id" integer NOT NULL,
  "file_id" integer,
  "refusal" text,
  "storage_key" text,
  "mime" text,
  "size_bytes" integer,
  "sha256" text,
  "length" integer,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_samples_fileId_unique" UNIQUE("file_id"),
  CONSTRAINT "product_samples_storageKey_unique" UNIQUE("storage_key")
);

CREATE TABLE "product_slots" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "title" text,
  "position" integer,
  "edited_position" integer,
  "edited" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "current_file_id" integer,
  "for_earlier_buyers" boolean DEFAULT true NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "product_updates" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "product_id" integer NOT NULL,
  "note" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "announced_at" timestamp with time zone
);

CREATE TABLE "products" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "publication_number" integer GENERATED ALWAYS AS IDENTITY,
  "seller_id" integer NOT NULL,
  "name" text NOT NULL,
  "description" text NOT NULL,
  "about" text DEFAULT '' NOT NULL,
  "points" text[] DEFAULT '{}' NOT NULL,
  "video_url" text,
  "price" integer NOT NULL,
  "is_price_dynamic" boolean NOT NULL,
  "suggested_price" integer DEFAULT 0 NOT NULL,
  "list_price" integer,
  "offer_since" timestamp with time zone,
  "offer_until" timestamp with time zone,
  "offer_kind" text,
  "guarantee_days" integer DEFAULT 0 NOT NULL,
  "ai_use" text,
  "section" text DEFAULT '' NOT NULL,
  "is_first" boolean DEFAULT false NOT NULL,
  "category_id" integer,
  "subcategory_id" integer,
  "image_key" text NOT NULL,
  "is_pack" boolean DEFAULT false NOT NULL,
  "edition_id" integer,
  "state" text DEFAULT 'on_sale' NOT NULL,
  "sales_count" integer DEFAULT 0 NOT NULL,
  "free_copies" integer DEFAULT 0 NOT NULL,
  "review_count" integer DEFAULT 0 NOT NULL,
  "review_stars" integer DEFAULT 0 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  "deleted_at" timestamp with time zone,
  "taken_down_at" timestamp with time zone,
  "taken_down_reason" text,
  "request_key" text,
  "request_digest" text,
  "listed" boolean DEFAULT false NOT NULL,
  "file_types" text[] DEFAULT '{}' NOT NULL,
  CONSTRAINT "products_price" CHECK ("products"."price" between 0 and 999999),
  CONSTRAINT "products_pack_price"
    CHECK (not "products"."is_pack" or "products"."state" = 'draft' or "products"."price" > 0),
  CONSTRAINT "products_category"
    CHECK ("products"."state" = 'draft' or ("products"."category_id" is not null
      and "products"."subcategory_id" is not null))
);

CREATE TABLE "search_words" (
  "word" text PRIMARY KEY NOT NULL
);

CREATE TABLE "subcategories" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "category_id" integer NOT NULL,
  "slug" text NOT NULL,
  "name_es" text NOT NULL,
  "name_en" text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT "subcategories_slug_unique" UNIQUE("slug")
);

CREATE TABLE "visits_daily" (
  "product_id" integer NOT NULL,
  "seller_id" integer NOT NULL,
  "day" date NOT NULL,
  "source" text NOT NULL,
  "medium" text NOT NULL,
  "campaign" text NOT NULL,
  "views" integer NOT NULL,
  CONSTRAINT "visits_daily_product_id_day_source_medium_campaign_pk"
    PRIMARY KEY("product_id","day","source","medium","campaign")
);

CREATE TABLE "working_copies" (
  "product_id" integer PRIMARY KEY NOT NULL,
  "fields" jsonb NOT NULL,
  "image_key" text,
  "version" integer DEFAULT 1 NOT NULL,
  "saved_at" timestamp with time zone DEFAULT now() NOT NULL,
  "publish_at" timestamp with time zone
);

CREATE TABLE "conversion_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "receiver_id" integer NOT NULL,
  "order_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "state" text NOT NULL,
  "answer" text,
  "message" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "conversion_receivers" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "seller_id" integer NOT NULL,
  "kind" text NOT NULL,
  "receiver_id" text NOT NULL,
  "secret" text NOT NULL,
  "saved_at" timestamp with time zone DEFAULT now() NOT NULL,
  "refusals" integer DEFAULT 0 NOT NULL,
  "off_at" timestamp with time zone,
  "last_answer" text
);

CREATE TABLE "coupon_uses" (
  "order_id" uuid PRIMARY KEY NOT NULL,
  "coupon_id" integer NOT NULL,
  "buyer_digest" text NOT NULL,
  "network_digest" text,
  "held_until" timestamp with time zone NOT NULL,
  "paid_at" timestamp with time zone,
  "freed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "coupons" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "seller_id" integer NOT NULL,
  "code" text NOT NULL,
  "kind" text NOT NULL,
  "value" integer NOT NULL,
  "product_ids" integer[],
  "starts_at" timestamp with time zone,
  "ends_at" timestamp with time zone,
  "cap" integer,
  "per_buyer" integer,
  "limits_changed_at" timestamp with time zone,
  "minimum" integer,
  "is_off" boolean DEFAULT false NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "coupons_value"
    CHECK ("coupons"."value" > 0 and ("coupons"."kind" <> 'percent' or "coupons"."value" <= 100))
);

CREATE TABLE "jobs" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "kind" text NOT NULL,
  "payload" jsonb NOT NULL,
  "dedupe_key" text,
  "state" text DEFAULT 'waiting' NOT NULL,
  "run_at" timestamp with time zone DEFAULT now() NOT NULL,
  "leased_until" timestamp with time zone,
  "attempts" integer DEFAULT 0 NOT NULL,
  "max_attempts" integer NOT NULL,
  "lost_leases" integer DEFAULT 0 NOT NULL,
  "last_error" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "finished_at" timestamp with time zone,
  CONSTRAINT "jobs_dedupeKey_unique" UNIQUE("dedupe_key")
);

CREATE TABLE "schedules" (
  "name" text PRIMARY KEY NOT NULL,
  "next_at" timestamp with time zone NOT NULL,
  "recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
  "done_at" timestamp with time zone,
  "failed_at" timestamp with time zone,
  "last_error" text
);

CREATE TABLE "commission_days" (
  "day" date NOT NULL,
  "month" text NOT NULL,
  "currency" text NOT NULL,
  "kind" text NOT NULL,
  "from_account" text NOT NULL,
  "amount_minor" bigint NOT NULL,
  CONSTRAINT "commission_days_day_month_currency_kind_from_account_pk"
    PRIMARY KEY("day","month","currency","kind","from_account")
);

CREATE TABLE "ledger_entries" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "payment_id" text NOT NULL,
  "number" integer NOT NULL,
  "kind" text NOT NULL,
  "from_account" text NOT NULL,
  "to_account" text NOT NULL,
  "amount_minor" bigint NOT NULL,
  "currency" text NOT NULL,
  "refund_id" text,
  "occurred_at" timestamp with time zone NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "seller_id" integer NOT NULL,
  "counts_at" timestamp with time zone NOT NULL,
  CONSTRAINT "ledger_entries_payment" UNIQUE("payment_id","number"),
  CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_minor" > 0),
  CONSTRAINT "ledger_entries_accounts" CHECK ("ledger_entries"."from_account" <> "ledger_entries"."to_account")
);

CREATE TABLE "invariant_checks" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  "duration_ms" integer NOT NULL,
  "findings" jsonb NOT NULL,
  "is_complete" boolean DEFAULT true NOT NULL
);

CREATE TABLE "processes" (
  "id" uuid PRIMARY KEY NOT NULL,
  "role" text NOT NULL,
  "host" text NOT NULL,
  "version" text NOT NULL,
  "started_at" timestamp with time zone DEFAULT now() NOT NULL,
  "seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  "stopped_at" timestamp with time zone,
  "activity" jsonb NOT NULL
);

CREATE TABLE "released_assets" (
  "name" text PRIMARY KEY NOT NULL,
  "content" "bytea" NOT NULL,
  "seen_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "muted_emails" (
  "subject" text NOT NULL,
  "topic" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "muted_emails_subject_topic_pk" PRIMARY KEY("subject","topic")
);

CREATE TABLE "mail_settings" (
  "user_id" integer NOT NULL,
  "topic" text NOT NULL,
  "mail" boolean NOT NULL,
  CONSTRAINT "mail_settings_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);

CREATE TABLE "notifications" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "kind" text NOT NULL,
  "detail" jsonb NOT NULL,
  "dedupe_key" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "read_at" timestamp with time zone,
  CONSTRAINT "notifications_userId_dedupeKey_unique" UNIQUE("user_id","dedupe_key")
);

CREATE TABLE "order_emails" (
  "order_id" uuid NOT NULL,
  "key" text NOT NULL,
  "queued_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "order_emails_order_id_key_pk" PRIMARY KEY("order_id","key")
);

CREATE TABLE "order_mail_answers" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "subject" text NOT NULL,
  "address" text NOT NULL,
  "is_accepted" boolean NOT NULL,
  "answer" text,
  "at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "refused_order_mails" (
  "order_id" uuid PRIMARY KEY NOT NULL,
  "address_hash" text NOT NULL,
  "message_id" text NOT NULL,
  "code" text NOT NULL,
  "at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "download_grants" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_item_id" integer NOT NULL,
  "granted_at" timestamp with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "closed_at" timestamp with time zone,
  "closed_reason" text,
  CONSTRAINT "download_grants_orderItemId_unique" UNIQUE("order_item_id")
);

CREATE TABLE "downloads" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "grant_id" integer NOT NULL,
  "file_id" integer NOT NULL,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  "user_agent" text,
  "from_start" boolean DEFAULT true NOT NULL
);

CREATE TABLE "grant_files" (
  "grant_id" integer NOT NULL,
  "file_id" integer NOT NULL,
  "downloads" integer DEFAULT 0 NOT NULL,
  "unsent_bytes" bigint DEFAULT 0 NOT NULL,
  "direct_start" bigint,
  CONSTRAINT "grant_files_grant_id_file_id_pk" PRIMARY KEY("grant_id","file_id")
);

CREATE TABLE "order_credits" (
  "order_id" uuid NOT NULL,
  "pack_id" integer NOT NULL,
  "item_id" integer NOT NULL,
  "amount_minor" bigint NOT NULL,
  "freed_at" timestamp with time zone,
  CONSTRAINT "order_credits_order_id_item_id_pk" PRIMARY KEY("order_id","item_id"),
  CONSTRAINT "order_credits_amount" CHECK ("order_credits"."amount_minor" > 0)
);

CREATE TABLE "order_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  "kind" text NOT NULL,
  "detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "once" text
);

CREATE TABLE "order_items" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "product_id" integer NOT NULL,
  "pack_id" integer,
  "pack_name" text,
  "edition_id" integer NOT NULL,
  "seller_id" integer NOT NULL,
  "sold_at" timestamp (3) with time zone NOT NULL,
  "sale_state" text,
  "currency" text NOT NULL,
  "name" text NOT NULL,
  "guarantee_days" integer DEFAULT 0 NOT NULL,
  "price_minor" bigint NOT NULL,
  "list_price_minor" bigint,
  "discount_minor" bigint DEFAULT 0 NOT NULL,
  "fee_percent" integer NOT NULL,
  "fee_minor" bigint NOT NULL,
  "forgone_fee_minor" bigint DEFAULT 0 NOT NULL,
  "seller_share_minor" bigint NOT NULL,
  "provider_fee_minor" bigint,
  "refunded_minor" bigint DEFAULT 0 NOT NULL,
  "net_minor" bigint,
  "taken_at" timestamp with time zone,
  CONSTRAINT "order_items_split"
    CHECK ("order_items"."fee_minor" + "order_items"."seller_share_minor" = "order_items"."price_minor")
);

CREATE TABLE "orders" (
  "id" uuid PRIMARY KEY NOT NULL,
  "number" text DEFAULT new_order_number() NOT NULL,
  "seller_id" integer NOT NULL,
  "collector_id" text NOT NULL,
  "payer_email" text NOT NULL,
  "language" text NOT NULL,
  "terms_version" text,
  "state" text NOT NULL,
  "currency" text NOT NULL,
  "total_minor" bigint NOT NULL,
  "fee_minor" bigint NOT NULL,
  "provider_key" uuid NOT NULL,
  "preference_id" text,
  "payment_url" text,
  "request_key" text,
  "request_digest" text,
  "browser_hash" text,
  "token_version" integer DEFAULT 1 NOT NULL,
  "offered_token_version" integer,
  "review_reason" text,
  "held_at" timestamp with time zone,
  "admins_informed_at" timestamp with time zone,
  "entry" text,
  "source" text,
  "coupon_code" text,
  "coupon_minor" bigint,
  "credit_minor" bigint,
  "source_medium" text,
  "source_campaign" text,
  "referrer_host" text,
  "allows_conversions" boolean DEFAULT false NOT NULL,
  "access_closed_at" timestamp with time zone,
  "access_closed_reason" text,
  "access_closed_by" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "approved_at" timestamp with time zone,
  "approved_payment_id" text,
  "next_check_at" timestamp with time zone,
  "checks" integer DEFAULT 0 NOT NULL,
  "check_requested_at" timestamp with time zone,
  "check_requests" integer DEFAULT 0 NOT NULL
);

CREATE TABLE "payments" (
  "id" text PRIMARY KEY NOT NULL,
  "order_id" uuid NOT NULL,
  "status" text NOT NULL,
  "status_detail" text,
  "method" text,
  "method_type" text,
  "amount_minor" bigint NOT NULL,
  "currency" text NOT NULL,
  "collector_id" text NOT NULL,
  "refunded_minor" bigint DEFAULT 0 NOT NULL,
  "provider_fee_minor" bigint,
  "application_fee_minor" bigint,
  "returned_application_fee_minor" bigint,
  "instructions_url" text,
  "deadline" timestamp with time zone,
  "money_release_at" timestamp with time zone,
  "provider_created_at" timestamp with time zone,
  "provider_updated_at" timestamp with time zone,
  "problem" text,
  "merchant_order_id" text,
  "is_part" boolean DEFAULT false NOT NULL,
  "refund_due" boolean DEFAULT false NOT NULL,
  "dismissed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  "booked_at" timestamp with time zone
);

CREATE TABLE "price_batches" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "seller_id" integer NOT NULL,
  "kind" text NOT NULL,
  "value" integer NOT NULL,
  "ending" text NOT NULL,
  "state" text NOT NULL,
  "starts_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "done_at" timestamp with time zone,
  "ended_at" timestamp with time zone
);

CREATE TABLE "price_changes" (
  "batch_id" integer NOT NULL,
  "product_id" integer NOT NULL,
  "old_price" integer NOT NULL,
  "new_price" integer NOT NULL,
  "state" text NOT NULL,
  CONSTRAINT "price_changes_batch_id_product_id_pk" PRIMARY KEY("batch_id","product_id")
);

CREATE TABLE "address_changes" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "requested_by" text NOT NULL,
  "new_email" text NOT NULL,
  "new_token_hash" text NOT NULL,
  "old_token_hash" text,
  "new_confirmed_at" timestamp with time zone,
  "old_confirmed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  CONSTRAINT "address_changes_newTokenHash_unique" UNIQUE("new_token_hash"),
  CONSTRAINT "address_changes_oldTokenHash_unique" UNIQUE("old_token_hash")
);

CREATE TABLE "receipt_buyers" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "name" text NOT NULL,
  "tax_id_kind" text NOT NULL,
  "tax_id" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "receipt_numbers" (
  "seller_id" integer PRIMARY KEY NOT NULL,
  "latest" integer NOT NULL
);

CREATE TABLE "receipts" (
  "order_id" uuid PRIMARY KEY NOT NULL,
  "seller_id" integer NOT NULL,
  "number" integer NOT NULL,
  "seller_name" text,
  "seller_tax_id_kind" text,
  "seller_tax_id" text,
  "issued_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "seller_tax_data" (
  "user_id" integer PRIMARY KEY NOT NULL,
  "name" text NOT NULL,
  "tax_id_kind" text NOT NULL,
  "tax_id" text NOT NULL
);

CREATE TABLE "reconciliation_reports" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  "seller_id" integer NOT NULL,
  "period_from" timestamp with time zone NOT NULL,
  "period_to" timestamp with time zone NOT NULL,
  "currency" text NOT NULL,
  "provider_count" integer NOT NULL,
  "provider_kept_minor" bigint NOT NULL,
  "own_count" integer NOT NULL,
  "own_kept_minor" bigint NOT NULL,
  "differences" jsonb NOT NULL
);

CREATE TABLE "passkey_challenges" (
  "challenge" text PRIMARY KEY NOT NULL,
  "bound_to" text NOT NULL,
  "user_handle" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "passkeys" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "credential_id" text NOT NULL,
  "public_key" text NOT NULL,
  "user_handle" text NOT NULL,
  "counter" bigint NOT NULL,
  "transports" text[] NOT NULL,
  "is_synced" boolean NOT NULL,
  "name" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "last_used_at" timestamp with time zone,
  CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);

CREATE TABLE "recovery_codes" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "salt" text NOT NULL,
  "code_hash" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "used_at" timestamp with time zone
);

CREATE TABLE "second_factor_resets" (
  "user_id" integer PRIMARY KEY NOT NULL,
  "requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  "effective_at" timestamp with time zone
);

CREATE TABLE "second_steps" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer,
  "token_hash" text NOT NULL,
  "email_code_hash" text,
  "attempts" integer DEFAULT 0 NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  CONSTRAINT "second_steps_tokenHash_unique" UNIQUE("token_hash")
);

CREATE TABLE "totp_authenticators" (
  "user_id" integer PRIMARY KEY NOT NULL,
  "encrypted_secret" text NOT NULL,
  "last_used_period" integer NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "seller_statements" (
  "seller_id" integer NOT NULL,
  "month" text NOT NULL,
  "closed_until" timestamp with time zone NOT NULL,
  "sections" jsonb NOT NULL,
  "digest" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "seller_statements_seller_id_month_pk" PRIMARY KEY("seller_id","month")
);

CREATE TABLE "unmatched_payments" (
  "id" text PRIMARY KEY NOT NULL,
  "seller_id" integer NOT NULL,
  "collector_id" text NOT NULL,
  "order_id" text NOT NULL,
  "status" text NOT NULL,
  "amount_minor" bigint NOT NULL,
  "refunded_minor" bigint NOT NULL,
  "application_fee_minor" bigint NOT NULL,
  "currency" text NOT NULL,
  "paid_at" timestamp with time zone,
  "provider_updated_at" timestamp with time zone,
  "first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  "dismissed_at" timestamp with time zone,
  "rebuilt_at" timestamp with time zone,
  "admins_informed_at" timestamp with time zone
);

CREATE TABLE "uploads" (
  "id" uuid PRIMARY KEY NOT NULL,
  "seller_id" integer NOT NULL,
  "file_name" text NOT NULL,
  "fingerprint" text NOT NULL,
  "size_bytes" bigint NOT NULL,
  "received_bytes" bigint DEFAULT 0 NOT NULL,
  "state" text DEFAULT 'receiving' NOT NULL,
  "refusal" text,
  "storage_key" text,
  "type" text,
  "mime" text,
  "sha256" text,
  "crc32" bigint,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "taken_at" timestamp with time zone,
  "lock_token" uuid,
  "locked_until" timestamp with time zone,
  "is_lock_wanted" boolean DEFAULT false NOT NULL,
  CONSTRAINT "uploads_storageKey_unique" UNIQUE("storage_key")
);

CREATE TABLE "webhook_events" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "topic" text NOT NULL,
  "data_id" text NOT NULL,
  "action" text NOT NULL,
  "request_id" text NOT NULL,
  "signature" text NOT NULL,
  "payload" jsonb NOT NULL,
  "received_at" timestamp with time zone DEFAULT now() NOT NULL,
  "processed_at" timestamp with time zone,
  "outcome" text,
  CONSTRAINT "webhook_events_topic_dataId_action_requestId_unique" UNIQUE("topic","data_id","action","request_id")
);

CREATE TABLE "provider_refunds" (
  "id" text PRIMARY KEY NOT NULL,
  "payment_id" text NOT NULL,
  "amount_minor" bigint,
  "state" text NOT NULL,
  "provider_created_at" timestamp with time zone
);

CREATE TABLE "refunds" (
  "id" uuid PRIMARY KEY NOT NULL,
  "order_id" uuid,
  "payment_id" text NOT NULL,
  "requested_by" integer,
  "reason" text,
  "amount_minor" bigint,
  "refunded_before_minor" bigint,
  "item_ids" integer[],
  "request_key" text,
  "request_digest" text,
  "provider_refund_id" text,
  "first_sent_at" timestamp with time zone,
  "state" text NOT NULL,
  "refusal" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "settled_at" timestamp with time zone,
  CONSTRAINT "refunds_part"
    CHECK (("refunds"."amount_minor" is null) = ("refunds"."refunded_before_minor" is null)
      and "refunds"."amount_minor" > 0)
);

CREATE TABLE "withdrawal_requests" (
  "contact" text NOT NULL,
  "day" date NOT NULL,
  "code" text NOT NULL,
  "asked_at" timestamp with time zone DEFAULT now() NOT NULL,
  "mailed_at" timestamp with time zone,
  CONSTRAINT "withdrawal_requests_contact_day_pk" PRIMARY KEY("contact","day"),
  CONSTRAINT "withdrawal_requests_code_unique" UNIQUE("code")
);

CREATE TABLE "withdrawals" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_id" uuid NOT NULL,
  "seller_id" integer NOT NULL,
  "code" text NOT NULL,
  "asked_at" timestamp with time zone NOT NULL,
  "kind" text NOT NULL,
  "item_ids" integer[] NOT NULL,
  "due_at" timestamp with time zone,
  "decision" text,
  "decided_at" timestamp with time zone,
  "decided_by" integer,
  "reason" text,
  "refusals" integer DEFAULT 0 NOT NULL,
  "retry_at" timestamp with time zone,
  "next_at" timestamp with time zone,
  "ended_as" text,
  "ended_at" timestamp with time zone,
  CONSTRAINT "withdrawals_orderId_unique" UNIQUE("order_id")
);

CREATE TABLE "product_reviews" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "order_item_id" integer NOT NULL,
  "product_id" integer NOT NULL,
  "seller_id" integer NOT NULL,
  "stars" integer NOT NULL,
  "text" text DEFAULT '' NOT NULL,
  "name" text,
  "language" text NOT NULL,
  "counts" boolean DEFAULT false NOT NULL,
  "reply" text,
  "replied_at" timestamp with time zone,
  "hidden_at" timestamp with time zone,
  "hidden_reason" text,
  "deleted_at" timestamp with time zone,
  "reported_at" timestamp with time zone,
  "report_reason" text,
  "report_closed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_reviews_orderItemId_unique" UNIQUE("order_item_id"),
  CONSTRAINT "product_reviews_stars" CHECK ("product_reviews"."stars" between 1 and 5)
);

CREATE TABLE "link_attempts" (
  "state_hash" text PRIMARY KEY NOT NULL,
  "session_id" integer NOT NULL,
  "user_id" integer NOT NULL,
  "code_verifier" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "payment_accounts" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "user_id" integer NOT NULL,
  "collector_id" text NOT NULL,
  "access_token" text NOT NULL,
  "refresh_token" text NOT NULL,
  "scope" text,
  "live_mode" boolean NOT NULL,
  "token_expires_at" timestamp with time zone NOT NULL,
  "refresh_lease_until" timestamp with time zone,
  "state" text NOT NULL,
  "state_since" timestamp with time zone DEFAULT now() NOT NULL,
  "reconciliation_requested_at" timestamp with time zone,
  "reconciled_until" timestamp with time zone,
  "linked_at" timestamp with time zone DEFAULT now() NOT NULL,
  "activates_at" timestamp with time zone,
  "undo_token_hash" text,
  CONSTRAINT "payment_accounts_undoTokenHash_unique" UNIQUE("undo_token_hash"),
  CONSTRAINT "payment_accounts_userId_collectorId_unique" UNIQUE("user_id","collector_id")
);

CREATE TABLE "seller_storage_usage" (
  "user_id" integer PRIMARY KEY NOT NULL,
  "used_bytes" bigint DEFAULT 0 NOT NULL,
  "quota_bytes" bigint,
  "notified_percent" integer DEFAULT 0 NOT NULL
);
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
  ON DELETE cascade;
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE set null;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
  ON DELETE cascade;
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
  ON DELETE cascade;
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_admin_id_users_id_fk" FOREIGN KEY ("admin_id")
  REFERENCES "users"("id");
ALTER TABLE "product_reports" ADD CONSTRAINT "product_reports_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "availability_requests" ADD CONSTRAINT "availability_requests_product_id_products_id_fk"
  FOREIGN KEY ("product_id") REFERENCES "products"("id");
ALTER TABLE "bumps" ADD CONSTRAINT "bumps_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "bumps" ADD CONSTRAINT "bumps_offered_id_products_id_fk" FOREIGN KEY ("offered_id")
  REFERENCES "products"("id");
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id")
  REFERENCES "product_editions"("id");
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id")
  REFERENCES "product_slots"("id");
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_file_id_product_files_id_fk" FOREIGN KEY ("file_id")
  REFERENCES "product_files"("id");
ALTER TABLE "pack_parts" ADD CONSTRAINT "pack_parts_pack_id_products_id_fk" FOREIGN KEY ("pack_id")
  REFERENCES "products"("id");
ALTER TABLE "pack_parts" ADD CONSTRAINT "pack_parts_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_editions" ADD CONSTRAINT "product_editions_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id")
  REFERENCES "product_slots"("id");
ALTER TABLE "product_previews" ADD CONSTRAINT "product_previews_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id")
  REFERENCES "product_slots"("id");
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_file_id_product_files_id_fk" FOREIGN KEY ("file_id")
  REFERENCES "product_files"("id");
ALTER TABLE "product_slots" ADD CONSTRAINT "product_slots_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_slots" ADD CONSTRAINT "product_slots_current_file_id_product_files_id_fk"
  FOREIGN KEY ("current_file_id") REFERENCES "product_files"("id");
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id")
  REFERENCES "categories"("id");
ALTER TABLE "products" ADD CONSTRAINT "products_subcategory_id_subcategories_id_fk" FOREIGN KEY ("subcategory_id")
  REFERENCES "subcategories"("id");
ALTER TABLE "products" ADD CONSTRAINT "products_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id")
  REFERENCES "product_editions"("id");
ALTER TABLE "subcategories" ADD CONSTRAINT "subcategories_category_id_categories_id_fk" FOREIGN KEY ("category_id")
  REFERENCES "categories"("id");
ALTER TABLE "visits_daily" ADD CONSTRAINT "visits_daily_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "visits_daily" ADD CONSTRAINT "visits_daily_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "conversion_events" ADD CONSTRAINT "conversion_events_receiver_id_conversion_receivers_id_fk"
  FOREIGN KEY ("receiver_id") REFERENCES "conversion_receivers"("id") ON DELETE cascade;
ALTER TABLE "conversion_events" ADD CONSTRAINT "conversion_events_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "conversion_receivers" ADD CONSTRAINT "conversion_receivers_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id")
  REFERENCES "coupons"("id");
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "users"("id");
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id")
  REFERENCES "payments"("id");
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "order_mail_answers" ADD CONSTRAINT "order_mail_answers_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "refused_order_mails" ADD CONSTRAINT "refused_order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_order_item_id_order_items_id_fk"
  FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id");
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_grant_id_download_grants_id_fk" FOREIGN KEY ("grant_id")
  REFERENCES "download_grants"("id");
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_file_id_product_files_id_fk" FOREIGN KEY ("file_id")
  REFERENCES "product_files"("id");
ALTER TABLE "grant_files" ADD CONSTRAINT "grant_files_grant_id_download_grants_id_fk" FOREIGN KEY ("grant_id")
  REFERENCES "download_grants"("id");
ALTER TABLE "grant_files" ADD CONSTRAINT "grant_files_file_id_product_files_id_fk" FOREIGN KEY ("file_id")
  REFERENCES "product_files"("id");
ALTER TABLE "order_credits" ADD CONSTRAINT "order_credits_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "order_credits" ADD CONSTRAINT "order_credits_pack_id_products_id_fk" FOREIGN KEY ("pack_id")
  REFERENCES "products"("id");
ALTER TABLE "order_credits" ADD CONSTRAINT "order_credits_item_id_order_items_id_fk" FOREIGN KEY ("item_id")
  REFERENCES "order_items"("id");
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_pack_id_products_id_fk" FOREIGN KEY ("pack_id")
  REFERENCES "products"("id");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id")
  REFERENCES "product_editions"("id");
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "users"("id");
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "price_batches" ADD CONSTRAINT "price_batches_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_batch_id_price_batches_id_fk" FOREIGN KEY ("batch_id")
  REFERENCES "price_batches"("id") ON DELETE cascade;
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "receipt_buyers" ADD CONSTRAINT "receipt_buyers_order_id_receipts_order_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "receipts"("order_id");
ALTER TABLE "receipt_numbers" ADD CONSTRAINT "receipt_numbers_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "seller_tax_data" ADD CONSTRAINT "seller_tax_data_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id");
ALTER TABLE "reconciliation_reports" ADD CONSTRAINT "reconciliation_reports_seller_id_users_id_fk"
  FOREIGN KEY ("seller_id") REFERENCES "users"("id");
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
  ON DELETE cascade;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "second_steps" ADD CONSTRAINT "second_steps_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "totp_authenticators" ADD CONSTRAINT "totp_authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "seller_statements" ADD CONSTRAINT "seller_statements_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "unmatched_payments" ADD CONSTRAINT "unmatched_payments_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "users"("id");
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id");
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by")
  REFERENCES "users"("id");
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id")
  REFERENCES "orders"("id");
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by")
  REFERENCES "users"("id");
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_order_item_id_order_items_id_fk"
  FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id");
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_products_id_fk" FOREIGN KEY ("product_id")
  REFERENCES "products"("id");
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_seller_id_users_id_fk" FOREIGN KEY ("seller_id")
  REFERENCES "users"("id");
ALTER TABLE "link_attempts" ADD CONSTRAINT "link_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id") ON DELETE cascade;
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id");
ALTER TABLE "seller_storage_usage" ADD CONSTRAINT "seller_storage_usage_user_id_users_id_fk" FOREIGN KEY ("user_id")
  REFERENCES "users"("id");
CREATE INDEX "account_tokens_user_id_purpose_index" ON "account_tokens" ("user_id","purpose");
CREATE INDEX "devices_token_hash_index" ON "devices" ("token_hash");
CREATE INDEX "former_usernames_user_id_index" ON "former_usernames" ("user_id");
CREATE INDEX "oauth_states_expires_at_index" ON "oauth_states" ("expires_at");
CREATE INDEX "rate_limits_reset_at_index" ON "rate_limits" ("reset_at");
CREATE INDEX "security_events_user_id_id_index" ON "security_events" ("user_id","id");
CREATE INDEX "security_events_at_index" ON "security_events" ("at");
CREATE INDEX "sessions_user_id_index" ON "sessions" ("user_id");
CREATE INDEX "used_captchas_expires_at_index" ON "used_captchas" ("expires_at");
CREATE INDEX "admin_actions_target_target_id_id_index" ON "admin_actions" ("target","target_id","id");
CREATE INDEX "product_reports_product_id_index" ON "product_reports" ("product_id");
CREATE INDEX "product_reports_open" ON "product_reports" ("id") WHERE "product_reports"."closed_at" is null;
CREATE INDEX "availability_requests_created_at_index" ON "availability_requests" ("created_at");
CREATE INDEX "bumps_offered_id_index" ON "bumps" ("offered_id");
CREATE INDEX "edition_files_slot_id_index" ON "edition_files" ("slot_id");
CREATE INDEX "edition_files_file_id_index" ON "edition_files" ("file_id");
CREATE INDEX "pack_parts_product_id_index" ON "pack_parts" ("product_id");
CREATE INDEX "product_files_slot_id_index" ON "product_files" ("slot_id");
CREATE INDEX "product_files_superseded" ON "product_files" ("superseded_at")
  WHERE superseded_at is not null and released_at is null;
CREATE INDEX "product_files_waiting" ON "product_files" ("id") WHERE scan_state = 'waiting';
CREATE INDEX "product_files_unpublished" ON "product_files" ("product_id")
  WHERE published_at is null and released_at is null;
CREATE INDEX "product_files_refused" ON "product_files" ("id") WHERE scan_refusal is not null;
CREATE INDEX "product_previews_product_id_position_index" ON "product_previews" ("product_id","position");
CREATE INDEX "product_prices_product_id_asked_at_index" ON "product_prices" ("product_id","asked_at");
CREATE INDEX "product_prices_asked_at_index" ON "product_prices" ("asked_at");
CREATE INDEX "product_samples_product_id_index" ON "product_samples" ("product_id");
CREATE INDEX "product_slots_product_id_position_index" ON "product_slots" ("product_id","position");
CREATE INDEX "product_updates_product_id_created_at_index" ON "product_updates" ("product_id","created_at");
CREATE INDEX "products_seller_id_publication_number_index" ON "products" ("seller_id","publication_number");
CREATE UNIQUE INDEX "products_request" ON "products" ("seller_id","request_key") WHERE deleted_at is null;
CREATE INDEX "products_offer_until" ON "products" ("offer_until") WHERE offer_until is not null;
CREATE INDEX "products_newest" ON "products" ("publication_number") WHERE listed;
CREATE INDEX "products_sold" ON "products" ("sales_count","publication_number") WHERE listed;
CREATE INDEX "products_price_order" ON "products" ("price","publication_number") WHERE listed;
CREATE INDEX "products_rated"
  ON "products" ((((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"publication_number") WHERE listed;
CREATE INDEX "products_category_newest" ON "products" ("category_id","publication_number") WHERE listed;
CREATE INDEX "products_category_sold" ON "products" ("category_id","sales_count","publication_number") WHERE listed;
CREATE INDEX "products_category_price" ON "products" ("category_id","price","publication_number") WHERE listed;
CREATE INDEX "products_category_rated"
  ON "products" ("category_id",(((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"publication_number")
    WHERE listed;
CREATE INDEX "products_subcategory_newest" ON "products" ("subcategory_id","publication_number") WHERE listed;
CREATE INDEX "products_subcategory_sold" ON "products" ("subcategory_id","sales_count","publication_number")
  WHERE listed;
CREATE INDEX "products_subcategory_price" ON "products" ("subcategory_id","price","publication_number") WHERE listed;
CREATE INDEX "products_subcategory_rated"
  ON "products" ("subcategory_id",(((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"publication_number")
    WHERE listed;
CREATE INDEX "products_deleted" ON "products" ("id") WHERE deleted_at is not null;
CREATE INDEX "products_taken_down" ON "products" ("id") WHERE taken_down_at is not null;
CREATE INDEX "products_types" ON "products" USING gin ("file_types") WHERE listed;
CREATE INDEX "products_ai_use" ON "products" ("ai_use") WHERE listed;
CREATE INDEX "products_dynamic" ON "products" ("category_id") WHERE listed and is_price_dynamic;
CREATE INDEX "products_well_rated" ON "products" ("category_id")
  WHERE listed and review_count >= 3 and review_stars * 20 >= review_count * 79;
CREATE INDEX "subcategories_category_id_position_index" ON "subcategories" ("category_id","position");
CREATE INDEX "visits_daily_seller_id_day_index" ON "visits_daily" ("seller_id","day");
CREATE INDEX "visits_daily_day_index" ON "visits_daily" ("day");
CREATE INDEX "working_copies_publish_at" ON "working_copies" ("publish_at") WHERE publish_at is not null;
CREATE UNIQUE INDEX "conversion_events_once" ON "conversion_events" ("receiver_id","order_id","kind");
CREATE INDEX "conversion_events_receiver_id_id_index" ON "conversion_events" ("receiver_id","id");
CREATE INDEX "conversion_events_unsent" ON "conversion_events" ("receiver_id","created_at")
  WHERE "conversion_events"."state" in ('refused', 'paused');
CREATE INDEX "conversion_events_order_id_index" ON "conversion_events" ("order_id");
CREATE INDEX "conversion_events_created_at_index" ON "conversion_events" ("created_at");
CREATE UNIQUE INDEX "conversion_receivers_seller" ON "conversion_receivers" ("seller_id","kind");
CREATE INDEX "coupon_uses_counting" ON "coupon_uses" ("coupon_id","buyer_digest")
  WHERE "coupon_uses"."freed_at" is null;
CREATE INDEX "coupon_uses_held" ON "coupon_uses" ("coupon_id","network_digest")
  WHERE "coupon_uses"."freed_at" is null and "coupon_uses"."paid_at" is null;
CREATE UNIQUE INDEX "coupons_code" ON "coupons" ("seller_id","code");
CREATE INDEX "jobs_due" ON "jobs" ("run_at") WHERE "jobs"."state" = 'waiting';
CREATE INDEX "jobs_done" ON "jobs" ("finished_at") WHERE "jobs"."state" = 'done';
CREATE INDEX "jobs_dead" ON "jobs" ("finished_at") WHERE "jobs"."state" = 'dead';
CREATE INDEX "commission_days_month" ON "commission_days" ("month");
CREATE INDEX "ledger_entries_commission_created" ON "ledger_entries" ("created_at")
  WHERE "ledger_entries"."kind" in ('commission', 'commission_difference', 'commission_returned');
CREATE INDEX "ledger_entries_commission_difference" ON "ledger_entries" ("occurred_at","id")
  WHERE "ledger_entries"."kind" = 'commission_difference';
CREATE INDEX "ledger_entries_statement" ON "ledger_entries" ("seller_id","counts_at");
CREATE INDEX "ledger_entries_late" ON "ledger_entries" ("seller_id","created_at")
  WHERE "ledger_entries"."created_at" - "ledger_entries"."counts_at" > interval '24:00:00';
CREATE INDEX "ledger_entries_created" ON "ledger_entries" USING brin ("created_at");
CREATE INDEX "invariant_checks_at_index" ON "invariant_checks" ("at");
CREATE INDEX "released_assets_seen_at_index" ON "released_assets" ("seen_at");
CREATE INDEX "notifications_user_id_id_index" ON "notifications" ("user_id","id");
CREATE INDEX "notifications_age" ON "notifications" ("created_at");
CREATE INDEX "notifications_unread" ON "notifications" ("user_id","id") WHERE "notifications"."read_at" is null;
CREATE INDEX "order_mail_answers_order_id_index" ON "order_mail_answers" ("order_id");
CREATE INDEX "downloads_grant_id_at_index" ON "downloads" ("grant_id","at");
CREATE INDEX "grant_files_file_id_index" ON "grant_files" ("file_id");
CREATE UNIQUE INDEX "order_credits_in_use" ON "order_credits" ("item_id") WHERE "order_credits"."freed_at" is null;
CREATE INDEX "order_events_order_id_id_index" ON "order_events" ("order_id","id");
CREATE UNIQUE INDEX "order_events_once" ON "order_events" ("order_id","kind","once")
  WHERE "order_events"."once" is not null;
CREATE INDEX "order_events_at" ON "order_events" USING brin ("at");
CREATE INDEX "order_items_order_id_index" ON "order_items" ("order_id");
CREATE INDEX "order_items_edition_id_index" ON "order_items" ("edition_id");
CREATE INDEX "order_items_sales" ON "order_items" ("seller_id","sold_at","id")
  WHERE "order_items"."sale_state" is not null;
CREATE INDEX "order_items_product_id_sold_at_id_index" ON "order_items" ("product_id","sold_at","id");
CREATE INDEX "order_items_pack_id_sold_at_index" ON "order_items" ("pack_id","sold_at")
  WHERE "order_items"."pack_id" is not null;
CREATE INDEX "order_items_forgone" ON "order_items" ("sold_at") WHERE "order_items"."forgone_fee_minor" > 0;
CREATE INDEX "order_items_taken" ON "order_items" ("seller_id","taken_at") WHERE "order_items"."taken_at" is not null;
CREATE INDEX "order_items_mostly_refunded" ON "order_items" ("sold_at","id")
  WHERE "order_items"."sale_state" = 'approved' and 2 * "order_items"."refunded_minor" > "order_items"."price_minor";
CREATE UNIQUE INDEX "orders_number" ON "orders" ("number");
CREATE UNIQUE INDEX "orders_request_key" ON "orders" ("request_key");
CREATE INDEX "orders_due" ON "orders" ("next_check_at") WHERE "orders"."next_check_at" is not null;
CREATE INDEX "orders_seller_id_created_at_index" ON "orders" ("seller_id","created_at");
CREATE INDEX "orders_payer_email_index" ON "orders" ("payer_email");
CREATE INDEX "orders_browser" ON "orders" ("browser_hash") WHERE "orders"."browser_hash" is not null;
CREATE INDEX "orders_state" ON "orders" ("state");
CREATE INDEX "orders_review" ON "orders" ("created_at") WHERE "orders"."state" = 'review';
CREATE INDEX "orders_admins_informed" ON "orders" ("admins_informed_at")
  WHERE "orders"."admins_informed_at" is not null;
CREATE INDEX "orders_commission_review" ON "orders" ("created_at")
  WHERE "orders"."review_reason" = 'another_commission';
CREATE INDEX "orders_abandoned" ON "orders" ("created_at")
  WHERE "orders"."state" = 'expired' and "orders"."payer_email" <> '';
CREATE INDEX "orders_open" ON "orders" ("seller_id") WHERE "orders"."state" = 'open';
CREATE INDEX "orders_access_closed" ON "orders" ("access_closed_at") WHERE "orders"."access_closed_at" is not null;
CREATE INDEX "orders_held" ON "orders" ("held_at") WHERE "orders"."held_at" is not null;
CREATE INDEX "payments_order_id_index" ON "payments" ("order_id");
CREATE INDEX "payments_unbooked" ON "payments" ("id")
  WHERE "payments"."booked_at" is distinct from "payments"."updated_at";
CREATE INDEX "payments_refund_due" ON "payments" ("order_id") WHERE "payments"."refund_due";
CREATE INDEX "price_batches_seller_id_id_index" ON "price_batches" ("seller_id","id");
CREATE INDEX "price_batches_planned" ON "price_batches" ("starts_at") WHERE state = 'planned';
CREATE INDEX "price_batches_old" ON "price_batches" ("created_at");
CREATE INDEX "price_changes_product_id_state_index" ON "price_changes" ("product_id","state");
CREATE INDEX "address_changes_order_id_index" ON "address_changes" ("order_id");
CREATE INDEX "receipt_buyers_order_id_id_index" ON "receipt_buyers" ("order_id","id");
CREATE UNIQUE INDEX "receipts_number" ON "receipts" ("seller_id","number");
CREATE INDEX "reconciliation_reports_at_index" ON "reconciliation_reports" ("at");
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" ("expires_at");
CREATE INDEX "passkeys_user_id_index" ON "passkeys" ("user_id");
CREATE INDEX "recovery_codes_user_id_index" ON "recovery_codes" ("user_id");
CREATE INDEX "second_steps_user_id_index" ON "second_steps" ("user_id");
CREATE INDEX "second_steps_expires_at_index" ON "second_steps" ("expires_at");
CREATE INDEX "unmatched_payments_kept" ON "unmatched_payments" ("first_seen_at")
  WHERE "unmatched_payments"."status" in ('approved', 'in_mediation');
CREATE INDEX "uploads_seller_id_index" ON "uploads" ("seller_id");
CREATE INDEX "uploads_expires_at_index" ON "uploads" ("expires_at");
CREATE INDEX "uploads_receiving" ON "uploads" ("seller_id") WHERE state = 'receiving';
CREATE UNIQUE INDEX "webhook_events_signature" ON "webhook_events" ("signature");
CREATE INDEX "webhook_events_processed_at_index" ON "webhook_events" ("processed_at");
CREATE INDEX "provider_refunds_payment_id_index" ON "provider_refunds" ("payment_id");
CREATE INDEX "refunds_order_id_index" ON "refunds" ("order_id");
CREATE UNIQUE INDEX "refunds_one_undecided" ON "refunds" ("payment_id")
  WHERE "refunds"."state" in ('requested', 'sent');
CREATE INDEX "withdrawals_due" ON "withdrawals" ("next_at") WHERE "withdrawals"."next_at" is not null;
CREATE INDEX "withdrawals_seller_id_id_index" ON "withdrawals" ("seller_id","id");
CREATE INDEX "product_reviews_shown" ON "product_reviews" ("product_id","id") WHERE "product_reviews"."counts";
CREATE INDEX "product_reviews_seller_id_id_index" ON "product_reviews" ("seller_id","id");
CREATE INDEX "product_reviews_reported" ON "product_reviews" ("id")
  WHERE "product_reviews"."reported_at" is not null and "product_reviews"."report_closed_at" is null;
CREATE INDEX "product_reviews_hidden" ON "product_reviews" ("id") WHERE "product_reviews"."hidden_at" is not null;
CREATE INDEX "link_attempts_expires_at_index" ON "link_attempts" ("expires_at");
CREATE UNIQUE INDEX "payment_accounts_linked_user" ON "payment_accounts" ("user_id")
  WHERE "payment_accounts"."state" = 'linked';
CREATE UNIQUE INDEX "payment_accounts_linked_collector" ON "payment_accounts" ("collector_id")
  WHERE "payment_accounts"."state" = 'linked';
CREATE INDEX "payment_accounts_collector_id_index" ON "payment_accounts" ("collector_id");

-- End of what `npm run db:generate` writes.

-- Search and lists of products (docs/design/search.md). --------------------------------------------------------------

-- Lowercase without accents, like `normalizeText` in server/db/search-words.ts.
CREATE FUNCTION "normalize_text"(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(lower(normalize(words, NFKD)), E'[\u0300-\u036f]', '', 'g')
$$;

-- The names of a subcategory and of its category in both languages.
CREATE FUNCTION "category_names"(subcategory integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', s.name_es, s.name_en, c.name_es, c.name_en)
  FROM subcategories s JOIN categories c ON c.id = s.category_id WHERE s.id = subcategory
$$;

-- What people call a file of this type, besides its extension.
CREATE FUNCTION "type_words"(file_type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT file_type || CASE file_type
    WHEN 'xlsx' THEN ' excel' WHEN 'doc' THEN ' word' WHEN 'docx' THEN ' word' WHEN 'pptx' THEN ' powerpoint'
    WHEN 'epub' THEN ' ebook' WHEN 'mp3' THEN ' audio' WHEN 'wav' THEN ' audio' WHEN 'mp4' THEN ' video' ELSE '' END
$$;

-- Lexemes of both languages by weight: A the name, C the category, D description and file type. The lexemes of the name
-- stand there once more behind '=', and the whole name behind '==', so that one index answers where a word matched.
CREATE FUNCTION "product_lexemes"(name text, description text, category text, file_type text)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(named, 'A')
    || array_to_tsvector(array(SELECT '=' || word FROM unnest(tsvector_to_array(named)) word)
      || ('==' || trim(regexp_replace(normalize_text(name), '[^[:alnum:]]+', ' ', 'g'))))
    || setweight(to_tsvector('spanish', normalize_text(category))
      || to_tsvector('english', normalize_text(category)), 'C')
    || setweight(to_tsvector('spanish', normalize_text(description))
      || to_tsvector('english', normalize_text(description))
      || to_tsvector('simple', coalesce(type_words(file_type), '')), 'D')
  FROM (SELECT to_tsvector('simple', normalize_text(name)) || to_tsvector('spanish', normalize_text(name))
    || to_tsvector('english', normalize_text(name)) AS named) of_name
$$;

-- The column is not in the schema of the code, so that no query reads it by accident.
ALTER TABLE "products" ADD COLUMN "search" tsvector;
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate = off);
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);

-- Sets the types of the files of a product and its lexemes, and adds its words to those of the search.
CREATE FUNCTION "set_product_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  category text;
  types text;
BEGIN
  NEW.file_types := ARRAY(SELECT DISTINCT f.type FROM edition_files e JOIN product_files f ON f.id = e.file_id
    WHERE e.edition_id = NEW.edition_id ORDER BY f.type);
  -- What a draft will be called is nobody's business yet, so the search learns none of its words.
  IF NEW.state = 'draft' THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' OR NEW.search IS NULL OR NEW.name <> OLD.name OR NEW.description <> OLD.description
    OR NEW.subcategory_id <> OLD.subcategory_id OR NEW.file_types <> OLD.file_types THEN
    category := coalesce(category_names(NEW.subcategory_id), '');
    types := (SELECT string_agg(type_words(t), ' ') FROM unnest(NEW.file_types) AS t);
    NEW.search := product_lexemes(NEW.name, NEW.description, category, types);
    -- Sorted, so that two transactions that insert the same words do not wait for each other.
    INSERT INTO search_words (word)
      SELECT DISTINCT word FROM regexp_split_to_table(
        normalize_text(concat_ws(' ', NEW.name, NEW.description, category, types)), '[^[:alnum:]]+') AS word
      WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "set_product_search"
  BEFORE INSERT OR UPDATE OF "name", "description", "subcategory_id", "edition_id", "state" ON "products"
  FOR EACH ROW EXECUTE FUNCTION "set_product_search"();

-- Adds the differences that a change makes to the counts of listed products.
CREATE FUNCTION "count_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.listed, NEW.category_id, NEW.subcategory_id, NEW.file_types, NEW.is_price_dynamic)
    IS NOT DISTINCT FROM (OLD.listed, OLD.category_id, OLD.subcategory_id, OLD.file_types, OLD.is_price_dynamic)
  THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.listed THEN
    INSERT INTO product_counts VALUES
      (OLD.category_id, OLD.subcategory_id, array_to_string(OLD.file_types, ','), OLD.is_price_dynamic, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.listed THEN
    INSERT INTO product_counts VALUES
      (NEW.category_id, NEW.subcategory_id, array_to_string(NEW.file_types, ','), NEW.is_price_dynamic, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "count_product"
  AFTER INSERT OR DELETE OR UPDATE OF "category_id", "subcategory_id", "edition_id", "is_price_dynamic", "listed"
  ON "products"
  FOR EACH ROW EXECUTE FUNCTION "count_product"();

-- Prices. -----------------------------------------------------------------------------------------------------------

-- Records which prices were asked for a product. What is typed into a draft is asked of nobody.
CREATE FUNCTION "record_price"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'draft' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state <> 'draft' AND OLD.price = NEW.price THEN RETURN NULL; END IF;
  INSERT INTO product_prices (product_id, price) VALUES (NEW.id, NEW.price);
  RETURN NULL;
END $$;

CREATE TRIGGER "record_price" AFTER INSERT OR UPDATE OF "price", "state" ON "products"
  FOR EACH ROW EXECUTE FUNCTION "record_price"();

-- Cache invalidation (decision 0020). -------------------------------------------------------------------------------
-- Triggers notify, in the transaction of the change, which public pages and responses are outdated. Tags: product:<id>,
-- seller:<user id>, products (every list), sales (lists by sales), testimonials; * stands for everything.

CREATE FUNCTION "invalidate"(VARIADIC tags text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('public_changes', tag) FROM unnest(tags) AS tag
$$;

-- Compares whole rows except the columns that nobody is shown: a new column is announced unless it is named here.
CREATE FUNCTION "product_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody but its seller sees a draft.
  IF NEW.state = 'draft' AND (TG_OP = 'INSERT' OR OLD.state = 'draft') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.sales_count <> OLD.sales_count THEN PERFORM invalidate('sales'); END IF;
    OLD.sales_count := NEW.sales_count;
    OLD.updated_at := NEW.updated_at;
    OLD.search := NEW.search;
    OLD.request_key := NEW.request_key;
    OLD.request_digest := NEW.request_digest;
    OLD.taken_down_reason := NEW.taken_down_reason;
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  END IF;
  PERFORM invalidate('product:' || NEW.id, 'seller:' || NEW.seller_id, 'products');
  RETURN NULL;
END $$;

CREATE TRIGGER "product_changed" AFTER INSERT OR UPDATE ON "products"
  FOR EACH ROW EXECUTE FUNCTION "product_changed"();

CREATE FUNCTION "preview_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;

CREATE TRIGGER "preview_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_previews"
  FOR EACH ROW EXECUTE FUNCTION "preview_changed"();

-- The page of a product shows the samples of its files, which are cut after it was cached.
CREATE FUNCTION "sample_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;

CREATE TRIGGER "sample_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_samples"
  FOR EACH ROW EXECUTE FUNCTION "sample_changed"();

-- The pages of a file are counted after its product was published and cached.
CREATE FUNCTION "file_pages_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || p.id, 'seller:' || p.seller_id, 'products')
    FROM products p JOIN edition_files e ON e.edition_id = p.edition_id WHERE e.file_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "file_pages_changed" AFTER UPDATE OF "pages" ON "product_files"
  FOR EACH ROW EXECUTE FUNCTION "file_pages_changed"();

-- A pack shows the names, covers, prices and files of its parts.
CREATE FUNCTION "part_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || pack.id, 'seller:' || pack.seller_id, 'products')
    FROM pack_parts k JOIN products pack ON pack.id = k.pack_id WHERE k.product_id = NEW.id AND pack.state <> 'draft';
  RETURN NULL;
END $$;

CREATE TRIGGER "part_changed" AFTER UPDATE ON "products" FOR EACH ROW
  WHEN (NOT NEW.is_pack AND (OLD.listed, OLD.edition_id, OLD.name, OLD.price, OLD.is_price_dynamic, OLD.image_key)
    IS DISTINCT FROM (NEW.listed, NEW.edition_id, NEW.name, NEW.price, NEW.is_price_dynamic, NEW.image_key))
  EXECUTE FUNCTION "part_changed"();

CREATE FUNCTION "parts_chosen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || p.id, 'seller:' || p.seller_id, 'products')
    FROM products p WHERE p.id = coalesce(NEW.pack_id, OLD.pack_id) AND p.state <> 'draft';
  RETURN NULL;
END $$;

CREATE TRIGGER "parts_chosen" AFTER INSERT OR DELETE ON "pack_parts"
  FOR EACH ROW EXECUTE FUNCTION "parts_chosen"();

-- What is offered beside a product is shown on its page.
CREATE FUNCTION "bump_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;

CREATE TRIGGER "bump_changed" AFTER INSERT OR UPDATE OR DELETE ON "bumps"
  FOR EACH ROW EXECUTE FUNCTION "bump_changed"();

-- The pages of the products beside which a product is offered show its name, cover and price while it is for sale.
CREATE FUNCTION "offered_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product integer;
BEGIN
  FOR product IN SELECT b.product_id FROM bumps b WHERE b.offered_id = NEW.id LOOP
    PERFORM invalidate('product:' || product);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER "offered_changed" AFTER UPDATE ON "products" FOR EACH ROW
  WHEN ((OLD.listed, OLD.name, OLD.price, OLD.list_price, OLD.offer_kind, OLD.is_price_dynamic, OLD.image_key)
    IS DISTINCT FROM
    (NEW.listed, NEW.name, NEW.price, NEW.list_price, NEW.offer_kind, NEW.is_price_dynamic, NEW.image_key))
  EXECUTE FUNCTION "offered_changed"();

-- As for products: a new column is announced unless it is named here.
CREATE FUNCTION "profile_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.username <> OLD.username THEN PERFORM invalidate('products'); END IF;
  OLD.address := NEW.address;
  OLD.date_of_birth := NEW.date_of_birth;
  OLD.gender := NEW.gender;
  OLD.phone_number := NEW.phone_number;
  OLD.other_media_link := NEW.other_media_link;
  IF OLD IS DISTINCT FROM NEW THEN PERFORM invalidate('seller:' || NEW.user_id); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "profile_changed" AFTER UPDATE ON "profiles" FOR EACH ROW EXECUTE FUNCTION "profile_changed"();

-- A cached profile under a former username is dropped when somebody else takes the username, or its owner closes the
-- account.
CREATE FUNCTION "former_username_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('seller:' || OLD.user_id);
  RETURN NULL;
END $$;

CREATE TRIGGER "former_username_changed" AFTER UPDATE OR DELETE ON "former_usernames" FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL)
  EXECUTE FUNCTION "former_username_changed"();

-- The products of a seller whose sales are closed show that they cannot be bought.
CREATE FUNCTION "seller_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('seller:' || NEW.id, 'products');
  RETURN NULL;
END $$;

CREATE TRIGGER "seller_changed" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (NEW.suspended_at IS DISTINCT FROM OLD.suspended_at OR NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR NEW.sales_closed_at IS DISTINCT FROM OLD.sales_closed_at)
  EXECUTE FUNCTION "seller_changed"();

-- Products can be bought while their seller has a linked account.
CREATE FUNCTION "payment_account_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.state = 'linked') = (OLD.state = 'linked') AND NEW.user_id = OLD.user_id
  THEN RETURN NULL; END IF;
  PERFORM invalidate('seller:' || coalesce(NEW.user_id, OLD.user_id), 'products');
  RETURN NULL;
END $$;

CREATE TRIGGER "payment_account_changed" AFTER INSERT OR UPDATE OR DELETE ON "payment_accounts"
  FOR EACH ROW EXECUTE FUNCTION "payment_account_changed"();

CREATE FUNCTION "testimonials_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('testimonials');
  RETURN NULL;
END $$;

CREATE TRIGGER "testimonials_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "testimonials"
  FOR EACH STATEMENT EXECUTE FUNCTION "testimonials_changed"();

-- Rare changes that appear on many pages.
CREATE FUNCTION "invalidate_everything"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('*');
  RETURN NULL;
END $$;

CREATE TRIGGER "categories_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();
CREATE TRIGGER "subcategories_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "subcategories"
  FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();
CREATE TRIGGER "products_deleted" AFTER DELETE OR TRUNCATE ON "products"
  FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();

-- Reviews and sales that count. -------------------------------------------------------------------------------------

-- Whether an item, or a pack in an order, counts as sold: it is paid, and at least half of its price is kept.
CREATE FUNCTION "counts_as_sold"(sale_state text, refunded_minor bigint, price_minor bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sale_state IS NOT DISTINCT FROM 'approved' AND greatest(2 * refunded_minor, 1) <= price_minor
$$;

-- Decides whether a review counts. The lock on its item makes this transaction wait for one that changes the sale at
-- the same time, so that a review and a refund always see each other.
CREATE FUNCTION "set_review_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_paid boolean;
BEGIN
  SELECT counts_as_sold(i.sale_state, i.refunded_minor, i.price_minor) INTO is_paid
    FROM order_items i WHERE i.id = NEW.order_item_id FOR SHARE;
  NEW.counts := coalesce(is_paid, false) AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "set_review_counts"
  BEFORE INSERT OR UPDATE OF "order_item_id", "counts", "hidden_at", "deleted_at" ON "product_reviews"
  FOR EACH ROW EXECUTE FUNCTION "set_review_counts"();

-- A refund or a chargeback takes the review of an item out of the average, and a won chargeback puts it back.
CREATE FUNCTION "reviewed_sale_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_reviews SET counts = counts WHERE order_item_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "reviewed_sale_changed" AFTER UPDATE OF "sale_state", "refunded_minor" ON "order_items" FOR EACH ROW
  WHEN (NEW.sale_state IS DISTINCT FROM OLD.sale_state OR NEW.refunded_minor <> OLD.refunded_minor)
  EXECUTE FUNCTION "reviewed_sale_changed"();

-- Keeps the sums of a product, whose update is announced to the caches. The list of reviews is announced for changes
-- that leave the sums as they are, too.
CREATE FUNCTION "review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted_before integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.counts THEN 1 ELSE 0 END;
  counted_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.counts THEN 1 ELSE 0 END;
  more_stars integer := 0;
BEGIN
  IF counted_before = 1 THEN more_stars := more_stars - OLD.stars; END IF;
  IF counted_now = 1 THEN more_stars := more_stars + NEW.stars; END IF;
  IF counted_before = 0 AND counted_now = 0 THEN RETURN NULL; END IF;
  IF counted_before <> counted_now OR more_stars <> 0 THEN
    UPDATE products SET review_count = review_count + counted_now - counted_before,
      review_stars = review_stars + more_stars
      WHERE id = coalesce(NEW.product_id, OLD.product_id);
  END IF;
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;

CREATE TRIGGER "review_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_reviews"
  FOR EACH ROW EXECUTE FUNCTION "review_changed"();

-- Keeps the number of sales of the products, and of the packs: an order counts for its pack as if the pack were one item.
-- Whoever changes items has locked the products before, in the sequence of purchases.
CREATE FUNCTION "sold_items_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS (
    SELECT n.order_id, n.product_id, n.pack_id,
      counts_as_sold(n.sale_state, n.refunded_minor, n.price_minor)::integer
        - counts_as_sold(o.sale_state, o.refunded_minor, o.price_minor)::integer AS more
    FROM new_items n JOIN old_items o ON o.id = n.id
    WHERE (n.sale_state, n.refunded_minor, n.price_minor) IS DISTINCT FROM
      (o.sale_state, o.refunded_minor, o.price_minor)
  ), changed_packs AS (
    SELECT pack_id, counts_as_sold(min(sale_state), sum(refunded_minor)::bigint, sum(price_minor)::bigint)::integer
      - counts_as_sold(min(old_state), sum(old_refunded)::bigint, sum(old_price)::bigint)::integer AS more
    FROM (
      SELECT i.order_id, i.pack_id, i.sale_state, i.refunded_minor, i.price_minor,
        CASE WHEN o.id IS NULL THEN i.sale_state ELSE o.sale_state END AS old_state,
        coalesce(o.refunded_minor, i.refunded_minor) AS old_refunded, coalesce(o.price_minor, i.price_minor) AS old_price
      FROM order_items i LEFT JOIN old_items o ON o.id = i.id
      WHERE (i.order_id, i.pack_id) IN (SELECT order_id, pack_id FROM changed)
    ) parts
    GROUP BY order_id, pack_id
  )
  UPDATE products p SET sales_count = greatest(p.sales_count + sold.more, 0)
  FROM (
    SELECT id, sum(more) AS more
    FROM (SELECT product_id AS id, more FROM changed UNION ALL SELECT pack_id, more FROM changed_packs) moves
    GROUP BY id HAVING sum(more) <> 0
  ) sold
  WHERE p.id = sold.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "sold_items_changed" AFTER UPDATE ON "order_items"
  REFERENCING OLD TABLE AS "old_items" NEW TABLE AS "new_items"
  FOR EACH STATEMENT EXECUTE FUNCTION "sold_items_changed"();

-- No item of an order that is paid costs nothing: it could be neither refunded, withdrawn from nor reviewed.
CREATE FUNCTION "refuse_free_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND total_minor > 0) THEN
    RAISE EXCEPTION 'an item of order % costs nothing', NEW.order_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "refuse_free_item" AFTER INSERT ON "order_items"
  FOR EACH ROW WHEN (NEW."price_minor" <= 0) EXECUTE FUNCTION "refuse_free_item"();

-- The ledger and the statements, which are only appended to (decision 0045). -----------------------------------------

CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the ledger are never changed or deleted; append the difference'
    USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "refuse_ledger_change" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

CREATE FUNCTION "refuse_statement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a final statement is never changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "refuse_statement_change" BEFORE UPDATE OR DELETE ON "seller_statements"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_statement_change"();

-- Jobs (docs/design/operations.md). ----------------------------------------------------------------------------------

-- Tells workers the kinds of the jobs that a transaction has added, so that each looks at the lanes of these kinds
-- only.
CREATE FUNCTION "job_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', kind) FROM (SELECT DISTINCT kind FROM added) AS kinds;
  RETURN NULL;
END $$;

CREATE TRIGGER "job_added" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "job_added"();

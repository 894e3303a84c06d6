// /api/*
import { handlers } from "~/api/index.server";
import { tellOwn } from "~/api/with-thread.server";
import { api } from "~/http/api/api.server";

export const { loader, action } = api(handlers, tellOwn);
